var p={};function l(i){p=i??{}}function m(i,e={}){return(p[i]??i).replace(/\{(\w+)\}/g,(t,n)=>n in e?String(e[n]):t)}var h=new TextDecoder;function c(i){let e=JSON.parse(h.decode(i));return l(e.texts),e}function r(i,e={},...t){return f(document.createElement(i),e,t)}function f(i,e,t){for(let[n,s]of Object.entries(e))i.setAttribute(n,s);return i.append(...t),i}var k=document.createElement("canvas").getContext("2d");var u=`.tw-paper { max-width: 68rem; }
.tw-paper .dateline { margin: 0; font-size: 0.875rem; opacity: 0.74; }
.tw-paper .headline { margin: 0.25rem 0 1.25rem; padding: 0; font-family: TownwrightEmoji, "Source Serif", serif; font-size: 2rem; line-height: 1.2; font-weight: 600; max-width: 34ch; text-wrap: balance; overflow-wrap: anywhere; }
.tw-paper h3 { margin: 1.5rem 0 0.75rem; padding: 0 0 0.25rem; font-size: 1rem; font-weight: 600; border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
.tw-paper .turns { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.75rem; }
.tw-paper .turns > li { display: grid; grid-template-columns: 3.25rem 5.25rem minmax(0, 1fr); gap: 0.5rem; align-items: start; margin: 0; padding: 0; }
.tw-paper time { font-variant-numeric: tabular-nums; font-weight: 600; font-size: 0.875rem; line-height: 1.75rem; }
.tw-paper .faces { display: flex; } .tw-paper .faces .tw-disc + .tw-disc { margin-left: -0.5rem; }
.tw-paper .tw-disc { width: 1.75rem; height: 1.75rem; font-size: 1rem; background-color: color-mix(in srgb, var(--own) 24%, var(--st-background-color)); }
.tw-paper p.tw-story { margin: 0; max-width: 68ch; white-space: normal; }
.tw-paper .columns { columns: 20rem; column-gap: 2rem; }
.tw-paper section { break-inside: avoid; margin: 0 0 1.25rem; }
.tw-paper h4 { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 0.25rem; padding: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
.tw-paper .said { cursor: pointer; border-radius: 4px; }
.tw-paper .said:hover { background: color-mix(in srgb, var(--st-primary-color) 14%, transparent); }
.tw-paper .said:focus-visible { outline: 3px solid var(--st-primary-color); outline-offset: 1px; }
@media (max-width: 640px) {
  .tw-paper .headline { font-size: 1.5rem; }
  .tw-paper .turns > li { grid-template-columns: 3rem minmax(0, 1fr); } .tw-paper .turns p { grid-column: 1 / -1; }
}
`;var a=new WeakMap;function x({data:i,parentElement:e,setTriggerValue:t}){let n=a.get(e)??new o(e);return a.set(e,n),n.explain=s=>t("why",s),n.update(c(i)),()=>{n.remove(),a.delete(e)}}var o=class{constructor(e){this.style=r("style",{},u),this.element=r("article",{class:"tw-paper"}),e.append(this.style,this.element)}update(e){let t=JSON.stringify(e);t!==this.sign&&(this.sign=t,this.language=e.language,this.joint=e.joint,this.element.replaceChildren(r("p",{class:"dateline"},e.dateline),r("h2",{class:"headline",lang:e.language},this.sentence(e.headline)),...e.turns.length?[r("h3",{},e.turned_words),this.turns(e.turns)]:[],...e.more?[r("p",{class:"dateline"},e.more)]:[],r("h3",{},e.people_words),r("div",{class:"columns"},...e.people.map(n=>this.person(n)))))}remove(){this.element.remove(),this.style.remove()}turns(e){return r("ol",{class:"turns",role:"list"},...e.map(({time:t,people:n,sentence:s})=>r("li",{},r("time",{},t),r("span",{class:"faces"},...n.map(d)),r("p",{class:"tw-story tw-medium",lang:this.language},this.sentence(s)))))}person({who:e,sentences:t}){let n=t.flatMap((s,g)=>g?[this.joint,this.sentence(s)]:[this.sentence(s)]);return r("section",{},r("h4",{},d(e),r("span",{},e.name)),r("p",{class:"tw-story tw-small",lang:this.language},...n))}sentence({text:e,id:t}){if(!t)return r("span",{},e);let n=r("span",{class:"said",role:"button",tabindex:"0",title:m("Why?"),"data-row":t},e);return n.addEventListener("click",()=>this.explain(t)),n.addEventListener("keydown",s=>{s.key!=="Enter"&&s.key!==" "||(s.preventDefault(),this.explain(t))}),n}};function d({emoji:i,name:e,colour:t}){return r("span",{class:`tw-disc tw-c${t}`,role:"img","aria-label":e,title:e},i)}export{x as default};
