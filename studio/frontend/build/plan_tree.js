var h=new TextDecoder;function p(i){return JSON.parse(h.decode(i))}function t(i,e={},...r){return g(document.createElement(i),e,r)}function g(i,e,r){for(let[n,a]of Object.entries(e))i.setAttribute(n,a);return i.append(...r),i}var x=document.createElement("canvas").getContext("2d");var d=`.tw-plan-tree, .tw-plan-tree ol { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.75rem; max-width: 760px; }
.tw-plan-tree li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr) auto; gap: 0 0.75rem; align-items: start; margin: 0; padding: 0; }
.tw-plan-tree time { font-variant-numeric: tabular-nums; font-size: 0.875rem; line-height: 1.75rem; }
.tw-plan-tree p { margin: 0; overflow-wrap: anywhere; }
.tw-plan-tree .where, .tw-plan-tree .became, .tw-plan-tree summary { font-size: 0.875rem; opacity: 0.8; }
.tw-plan-tree .sign { display: inline-block; min-width: 1.25em; font-weight: 600; }
.tw-plan-tree [data-fate="moved"] > div > .became { color: var(--st-yellow-text-color); opacity: 1; }
.tw-plan-tree :is([data-fate="changed"], [data-fate="dropped"], [data-fate="left"]) > div > .became { color: var(--st-red-text-color); opacity: 1; }
.tw-plan-tree details { grid-column: 2 / -1; }
.tw-plan-tree summary { cursor: pointer; min-height: 1.75rem; line-height: 1.75rem; }
.tw-plan-tree details ol { gap: 0.25rem; margin: 0.25rem 0 0.5rem; padding-left: 0.75rem; border-left: 2px solid var(--st-border-color); }
.tw-plan-tree button { min-height: 1.75rem; padding: 0 4px; font: inherit; font-size: 0.875rem; color: inherit; background: none; border: 0; border-radius: var(--st-button-radius, 8px); opacity: 0.74; cursor: pointer; }
.tw-plan-tree button:is(:hover, :focus-visible) { opacity: 1; text-decoration: underline; }
.tw-plan-tree :is(button, summary):focus-visible { outline: 3px solid var(--st-primary-color); outline-offset: 2px; }
@media (max-width: 640px) { .tw-plan-tree li { grid-template-columns: minmax(0, 1fr) auto; } .tw-plan-tree time { grid-column: 1 / -1; } .tw-plan-tree details { grid-column: 1 / -1; } }
`;var l=new WeakMap;function w({data:i,parentElement:e,setTriggerValue:r}){let n=l.get(e)??new s(e);return l.set(e,n),n.explain=a=>r("why",a),n.update(p(i)),()=>{n.remove(),l.delete(e)}}var s=class{constructor(e){this.style=t("style",{},d),this.element=t("ol",{class:"tw-plan-tree",role:"list"}),e.append(this.style,this.element)}update(e){let r=JSON.stringify(e);r!==this.sign&&(this.sign=r,this.language=e.language,this.element.replaceChildren(...e.parts.map(n=>this.part(n))))}remove(){this.element.remove(),this.style.remove()}part({steps:e,steps_words:r,...n}){let a=this.item(n);return e.length&&a.append(t("details",{},t("summary",{},r),t("ol",{role:"list"},...e.map(o=>this.item(o))))),a}item({id:e,when:r,text:n,where:a,fate:o,sign:c,became:u}){let m=t("button",{type:"button","aria-label":`Why: ${r}, ${n}`},"Why");return m.addEventListener("click",()=>this.explain(e)),t("li",{"data-fate":o},t("time",{},r),t("div",{},t("p",{class:"tw-story",lang:this.language},n),...a?[t("p",{class:"where"},a)]:[],t("p",{class:"became"},t("span",{class:"sign","aria-hidden":"true"},c),u)),m)}};export{w as default};
