var g="townwright-moment";function x(o,t){let n=({detail:e})=>e.name===o&&t(e.minute);return addEventListener(g,n),()=>removeEventListener(g,n)}function s(o,t={},...n){return k(document.createElement(o),t,n)}function k(o,t,n){for(let[e,i]of Object.entries(t))o.setAttribute(e,i);return o.append(...n),o}var z=document.createElement("canvas").getContext("2d");var E=4e3,c=class{constructor(){this.element=s("p",{class:"heard",role:"status","aria-live":"polite"}),this.known=void 0,this.timer=null}hear(t,{language:n}){let e=t?.id??null;(this.known===void 0||e===null)&&(this.known=e),e!==this.known&&(this.known=e,this.element.lang=n,this.words=`${t.clock}: ${t.text}`,this.timer??=setTimeout(()=>{this.timer=null,this.element.textContent=this.words},this.element.textContent?E:0))}stop(){clearTimeout(this.timer)}};var p=class{constructor(t){this.boxes=Object.fromEntries(["kind","person","place"].map(e=>[e,s("select",{})]));for(let e of Object.values(this.boxes))e.addEventListener("change",t);let n=Object.entries(this.boxes).map(([e,i])=>s("label",{},s("span",{},`${e[0].toUpperCase()}${e.slice(1)}`),i));this.element=s("div",{class:"filters",role:"group","aria-label":"Show only"},...n)}load({kinds:t,people:n,places:e}){let i=JSON.stringify([t,n,e]);i!==this.sign&&(this.sign=i,this.kinds=t,m(this.boxes.kind,"Everything",t.map(({id:r,words:l})=>[r,l])),m(this.boxes.person,"Everybody",Object.entries(n).map(([r,{name:l,emoji:d}])=>[r,`${d} ${l}`])),m(this.boxes.place,"Everywhere",e.map(r=>[r,r])))}lets(t){let{kind:n,person:e,place:i}=this.boxes;return(!n.value||t.kind===n.value)&&(!e.value||t.who.includes(e.value))&&(!i.value||t.place===i.value)}get onlySmall(){return this.kinds.some(({id:t,notable:n})=>t===this.boxes.kind.value&&!n)}};function m(o,t,n){let e=o.value;o.replaceChildren(...[["",t],...n].map(([i,r])=>s("option",{value:i},r))),o.value=n.some(([i])=>i===e)?e:""}var $=8,b=24,S=8,h=class{constructor(t,n){this.pick=n,this.most=$,this.made=new Map,this.list=s("ol",{role:"list"}),this.more=s("button",{type:"button",class:"more"}),this.more.addEventListener("click",()=>{this.most+=b,this.draw(...this.drawn)}),this.element=s("div",{class:"rows"},...t?[s("h4",{},t)]:[],this.list,this.more)}draw(t,n,e){this.drawn=[t,n,e];let i=t.slice(0,this.most),r=[],l=null;for(let a of i)e&&a.day!==l&&r.push(this.kept(`day ${a.day}`,()=>s("li",{class:"day"},a.day))),l=a.day,r.push(this.kept(`${a.id} ${a.kind} ${a.text.length} ${a.parts.length}`,()=>this.row(a,n)));L(this.list,r);for(let[a,y]of this.made)y.isConnected||this.made.delete(a);let d=t.length-i.length;this.more.hidden=d<=0,this.more.textContent=`Show ${Math.min(d,b)} more of ${d.toLocaleString("en")}`}kept(t,n){return this.made.has(t)||this.made.set(t,n()),this.made.get(t)}row(t,n){let e=s("p",{class:"head"},...t.urgent?[s("b",{class:"urgent"},"urgent")," "]:[],...t.sign?[s("span",{class:"sign"},t.sign)," "]:[],C(t.text,n)),i=t.parts.map(l=>s("div",{class:"part"},s("p",{class:"story",lang:n.language},l.text),...t.talk?[]:[this.button("why",l.id,"Why",t)])),r=t.talk?[this.button("talk",t.talk,"Read the talk",t),this.button("why",t.id,"Why they talked",t)]:t.parts.length?[]:[this.button("why",t.id,"Why",t)];return s("li",{class:`row ${t.kind}`,"data-row":t.id},s("time",{},t.clock),j(t.who,n),s("div",{class:"words"},e,...i,s("div",{class:"acts"},...r)))}button(t,n,e,i){let r=s("button",{type:"button",class:t,"aria-label":`${e}: ${i.clock}, ${i.text}`},e);return r.addEventListener("click",()=>this.pick(t,n)),r}};function C(o,{language:t}){return s("span",{lang:t},o)}function j(o,{people:t}){let n=o.slice(0,3).map(e=>{let i=s("span",{class:"disc","aria-hidden":"true",title:t[e].name},t[e].emoji);return i.style.setProperty("--own",`var(--c${t[e].colour%S})`),i});return s("span",{class:"faces"},...n)}function L(o,t){let n=new Set(t);for(let e of[...o.children])n.has(e)||e.remove();t.forEach((e,i)=>{o.children[i]!==e&&o.insertBefore(e,o.children[i]??null)})}var O=new TextDecoder;function v(o){return JSON.parse(O.decode(o))}var w=`:host { display: block; }
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
`;var u=new WeakMap;function N({data:o,parentElement:t,setTriggerValue:n}){let e=v(o),i=u.get(t)??new f(t);return u.set(t,i),i.pick=(r,l)=>n("pick",{kind:r,id:l}),i.update(e),()=>{i.remove(),u.delete(t)}}var f=class{constructor(t){let n=(e,i)=>this.pick(e,i);this.minute=null,this.filters=new p(()=>this.draw()),this.notable=new h("Turning points and talks",n),this.small=new h("",n),this.announcer=new c,this.nothing=s("p",{class:"nothing"}),this.sum=s("span",{}),this.details=s("details",{class:"small"},s("summary",{},this.sum),this.small.element),this.details.addEventListener("toggle",()=>this.draw()),this.earlier=s("button",{type:"button",class:"earlier"}),this.earlier.addEventListener("click",()=>this.pick("earlier",0)),this.frame=s("div",{class:"feed"},this.filters.element,this.announcer.element,this.nothing,this.notable.element,this.details,this.earlier),this.style=s("style",{},w),t.append(this.style,this.frame),this.frame.addEventListener("keydown",e=>e.stopPropagation())}update(t){this.data=t,t.map!==this.map&&(this.unfollow?.(),this.map=t.map,this.minute=null,this.unfollow=x(t.map,n=>{this.minute=n,this.draw()})),this.filters.load(t),this.draw()}remove(){this.unfollow?.(),this.announcer.stop(),this.frame.remove(),this.style.remove()}draw(){let{data:t,minute:n}=this,e=t.rows.filter(a=>n===null||a.minute<=n),i=e.filter(a=>this.filters.lets(a)),[r,l]=[i.filter(a=>a.notable),i.filter(a=>!a.notable)],d=this.filters.onlySmall;d&&(this.details.open=!0),this.notable.draw(r,t,t.days),this.small.draw(this.details.open?l:[],t,t.days),this.notable.element.hidden=!r.length,this.details.hidden=!l.length,this.sum.textContent=`${t.small_words} (${l.length.toLocaleString("en")})`,this.nothing.hidden=r.length>0||d&&l.length>0,this.nothing.textContent=e.length?"Nothing of that kind yet.":"Nothing has happened here yet.",this.earlier.hidden=!t.earlier,this.earlier.textContent=t.earlier,this.announcer.hear(r[0],t)}};export{N as default};
