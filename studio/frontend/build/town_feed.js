var g="townwright-moment";function x(i,t){let n=({detail:e})=>e.name===i&&t(e.minute);return addEventListener(g,n),()=>removeEventListener(g,n)}function o(i,t={},...n){return E(document.createElement(i),t,n)}function E(i,t,n){for(let[e,s]of Object.entries(t))i.setAttribute(e,s);return i.append(...n),i}var z=document.createElement("canvas").getContext("2d");function b(i){return Math.floor(i/1440)+1}function v(i){let t=n=>String(n).padStart(2,"0");return`${t(Math.floor(i%1440/60))}:${t(i%60)}`}var S=4e3,h=class{constructor(){this.element=o("p",{class:"heard",role:"status","aria-live":"polite"}),this.known=void 0,this.timer=null}hear(t,{language:n}){let e=t?.id??null;(this.known===void 0||e===null)&&(this.known=e),e!==this.known&&(this.known=e,this.element.lang=n,this.words=`${t.clock}: ${t.text}`,this.timer??=setTimeout(()=>{this.timer=null,this.element.textContent=this.words},this.element.textContent?S:0))}stop(){clearTimeout(this.timer)}};var p=class{constructor(t){this.boxes=Object.fromEntries(["kind","person","place"].map(e=>[e,o("select",{})]));for(let e of Object.values(this.boxes))e.addEventListener("change",t);let n=Object.entries(this.boxes).map(([e,s])=>o("label",{},o("span",{},`${e[0].toUpperCase()}${e.slice(1)}`),s));this.element=o("div",{class:"filters",role:"group","aria-label":"Show only"},...n)}load({kinds:t,people:n,places:e}){let s=JSON.stringify([t,n,e]);s!==this.sign&&(this.sign=s,this.kinds=t,u(this.boxes.kind,"Everything",t.map(({id:r,words:l})=>[r,l])),u(this.boxes.person,"Everybody",Object.entries(n).map(([r,{name:l,emoji:d}])=>[r,`${d} ${l}`])),u(this.boxes.place,"Everywhere",e.map(r=>[r,r])))}lets(t){let{kind:n,person:e,place:s}=this.boxes;return(!n.value||t.kind===n.value)&&(!e.value||t.who.includes(e.value))&&(!s.value||t.place===s.value)}get onlySmall(){return this.kinds.some(({id:t,notable:n})=>t===this.boxes.kind.value&&!n)}};function u(i,t,n){let e=i.value;i.replaceChildren(...[["",t],...n].map(([s,r])=>o("option",{value:s},r))),i.value=n.some(([s])=>s===e)?e:""}var C=8,w=24,j=8,c=class{constructor(t,n){this.pick=n,this.most=C,this.made=new Map,this.list=o("ol",{role:"list"}),this.more=o("button",{type:"button",class:"more"}),this.more.addEventListener("click",()=>{this.most+=w,this.draw(...this.drawn)}),this.element=o("div",{class:"rows"},...t?[o("h4",{},t)]:[],this.list,this.more)}draw(t,n,e){this.drawn=[t,n,e];let s=t.slice(0,this.most),r=[],l=null;for(let a of s)e&&a.day!==l&&r.push(this.kept(`day ${a.day}`,()=>o("li",{class:"day"},a.day))),l=a.day,r.push(this.kept(`${a.id} ${a.kind} ${a.text.length} ${a.parts.length}`,()=>this.row(a,n)));L(this.list,r);for(let[a,$]of this.made)$.isConnected||this.made.delete(a);let d=t.length-s.length;this.more.hidden=d<=0,this.more.textContent=`Show ${Math.min(d,w)} more of ${d.toLocaleString("en")}`}kept(t,n){return this.made.has(t)||this.made.set(t,n()),this.made.get(t)}row(t,n){let e=o("p",{class:"head"},...t.urgent?[o("b",{class:"urgent"},"urgent")," "]:[],...t.sign?[o("span",{class:"sign"},t.sign)," "]:[],O(t.text,n)),s=t.parts.map(l=>o("div",{class:"part"},o("p",{class:"story",lang:n.language},l.text),...t.talk?[]:[this.button("why",l.id,"Why",t)])),r=t.talk?[this.button("talk",t.talk,"Read the talk",t),this.button("why",t.id,"Why they talked",t)]:t.parts.length?[]:[this.button("why",t.id,"Why",t)];return o("li",{class:`row ${t.kind}`,"data-row":t.id},o("time",{},t.clock),A(t.who,n),o("div",{class:"words"},e,...s,o("div",{class:"acts"},...r)))}button(t,n,e,s){let r=o("button",{type:"button",class:t,"aria-label":`${e}: ${s.clock}, ${s.text}`},e);return r.addEventListener("click",()=>this.pick(t,n)),r}};function O(i,{language:t}){return o("span",{lang:t},i)}function A(i,{people:t}){let n=i.slice(0,3).map(e=>{let s=o("span",{class:"disc","aria-hidden":"true",title:t[e].name},t[e].emoji);return s.style.setProperty("--own",`var(--c${t[e].colour%j})`),s});return o("span",{class:"faces"},...n)}function L(i,t){let n=new Set(t);for(let e of[...i.children])n.has(e)||e.remove();t.forEach((e,s)=>{i.children[s]!==e&&i.insertBefore(e,i.children[s]??null)})}var M=new TextDecoder;function y(i){return JSON.parse(M.decode(i))}var k=`:host { display: block; }
.feed {
  --paper: var(--st-background-color, #fbf8f3);
  --panel: var(--st-secondary-background-color, #f1ebe1);
  --ink: var(--st-text-color, #2b2a33);
  --muted: var(--st-gray-text-color, #5e5a57);
  --line: var(--st-border-color, #ddd4c6);
  --key: var(--st-primary-color, #22686b);
  --gold: var(--st-yellow-text-color, #8a6100);
  --serif: "Source Serif", Georgia, "Noto Serif", serif;
  --emoji: "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif;
  --c0: #0072b2; --c1: #e69f00; --c2: #009e73; --c3: #cc79a7;
  --c4: #56b4e9; --c5: #d55e00; --c6: #d3c422; --c7: #7a7672;
  font: 15px/1.45 var(--st-font, sans-serif);
  color: var(--ink);
  overflow-wrap: anywhere;
}
[hidden] { display: none !important; }
.filters { display: grid; grid-template-columns: repeat(auto-fit, minmax(96px, 1fr)); gap: 8px; margin-bottom: 12px; }
.filters label span { display: block; font-size: 13px; color: var(--muted); margin-bottom: 2px; }
select { width: 100%; min-width: 0; min-height: 36px; padding: 4px 6px; font: 14px var(--st-font, sans-serif); color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: 8px; text-overflow: ellipsis; }
.heard { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.nothing { color: var(--muted); margin: 8px 0; }
h4 { font: 600 15px/1.4 var(--st-font, sans-serif); margin: 0 0 4px; }
ol { list-style: none; margin: 0; padding: 0; }
.day { font-weight: 600; padding: 12px 0 4px; }
.row { display: grid; grid-template-columns: 40px auto minmax(0, 1fr); gap: 8px; padding: 8px 0; border-bottom: 1px solid color-mix(in srgb, var(--line) 60%, transparent); }
.small .row { padding: 4px 0; border: 0; }
time { font-size: 14px; font-weight: 600; line-height: 24px; font-variant-numeric: tabular-nums; }
.faces { display: flex; flex-direction: column; gap: 2px; }
.disc { display: grid; place-items: center; box-sizing: border-box; width: 28px; height: 28px; border: 2px solid var(--own); border-radius: 50%; background: color-mix(in srgb, var(--own) 24%, transparent); font: 15px/1 var(--emoji); overflow: hidden; }
.faces .disc + .disc { margin-top: -8px; background: color-mix(in srgb, var(--own) 24%, var(--paper)); }
.words { min-width: 0; }
.head { margin: 2px 0; }
.talk .head, .turn .head { font-weight: 600; }
.sign { font-size: 12px; font-weight: 600; color: var(--gold); border: 1px solid currentColor; border-radius: 4px; padding: 0 4px; white-space: nowrap; }
.talk .sign { color: var(--key); }
.urgent { font-size: 12px; text-transform: uppercase; letter-spacing: .04em; border: 1px solid currentColor; border-radius: 4px; padding: 0 4px; }
.story { margin: 2px 0; font: 16px/1.5 var(--serif); max-width: 62ch; }
.part { display: flex; align-items: flex-start; justify-content: space-between; gap: 8px; }
.small .words { display: flex; justify-content: space-between; gap: 8px; }
.acts { display: flex; flex-wrap: wrap; gap: 0 12px; }
button { font: 14px/1.4 var(--st-font, sans-serif); color: var(--ink); background: none; border: 0; border-radius: 6px; cursor: pointer; min-height: 28px; padding: 2px 0; }
button:hover { color: var(--key); text-decoration: underline; }
button.why { color: var(--muted); flex: none; }
button.talk { color: var(--key); font-weight: 600; }
button.more, button.earlier { display: block; margin: 8px 0; padding: 6px 12px; border: 1px solid var(--line); border-radius: 8px; }
:is(button, select, summary):focus-visible { outline: 3px solid var(--key); outline-offset: 2px; }
details { margin-top: 12px; border-top: 1px solid var(--line); padding-top: 8px; }
summary { cursor: pointer; font-weight: 600; padding: 4px 0; border-radius: 6px; }
`;var m=new WeakMap;function N({data:i,parentElement:t,setTriggerValue:n}){let e=y(i),s=m.get(t)??new f(t);return m.set(t,s),s.pick=(r,l)=>n("pick",{kind:r,id:l}),s.update(e),()=>{s.remove(),m.delete(t)}}var f=class{constructor(t){let n=(e,s)=>this.pick(e,s);this.minute=null,this.filters=new p(()=>this.draw()),this.notable=new c("Turning points and talks",n),this.small=new c("",n),this.announcer=new h,this.nothing=o("p",{class:"nothing"}),this.sum=o("span",{}),this.details=o("details",{class:"small"},o("summary",{},this.sum),this.small.element),this.details.addEventListener("toggle",()=>this.draw()),this.earlier=o("button",{type:"button",class:"earlier"}),this.earlier.addEventListener("click",()=>this.pick("earlier",0)),this.frame=o("div",{class:"feed"},this.filters.element,this.announcer.element,this.nothing,this.notable.element,this.details,this.earlier),this.style=o("style",{},k),t.append(this.style,this.frame),this.frame.addEventListener("keydown",e=>e.stopPropagation())}update(t){let n=new Set(t.kinds.filter(e=>e.notable).map(e=>e.id));this.data={...t,rows:t.rows.map(e=>T(e,n))},t.map!==this.map&&(this.unfollow?.(),this.map=t.map,this.minute=null,this.unfollow=x(t.map,e=>{this.minute=e,this.draw()})),this.filters.load(t),this.draw()}remove(){this.unfollow?.(),this.announcer.stop(),this.frame.remove(),this.style.remove()}draw(){let{data:t,minute:n}=this,e=t.rows.filter(a=>n===null||a.minute<=n),s=e.filter(a=>this.filters.lets(a)),[r,l]=[s.filter(a=>a.notable),s.filter(a=>!a.notable)],d=this.filters.onlySmall;d&&(this.details.open=!0),this.notable.draw(r,t,t.days),this.small.draw(this.details.open?l:[],t,t.days),this.notable.element.hidden=!r.length,this.details.hidden=!l.length,this.sum.textContent=`${t.small_words} (${l.length.toLocaleString("en")})`,this.nothing.hidden=r.length>0||d&&l.length>0,this.nothing.textContent=e.length?"Nothing of that kind yet.":"Nothing has happened here yet.",this.earlier.hidden=!t.earlier,this.earlier.textContent=t.earlier,this.announcer.hear(r[0],t)}};function T(i,t){return{sign:"",parts:[],talk:0,urgent:!1,...i,day:`Day ${b(i.minute)}`,clock:v(i.minute),notable:t.has(i.kind)}}export{N as default};
