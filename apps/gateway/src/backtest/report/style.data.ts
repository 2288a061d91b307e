/** The page's style: readable in light and dark, on paper, and on a small screen. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#667;--line:#d5d9de;--paper:#fff;
--c1:#2b6cb0;--c2:#d9622b;--c3:#2f9e62;--c4:#8a5bb5;--c5:#888}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#9aa3ad;--line:#3a4048;--paper:#16191d;
--c1:#6aa9e9;--c2:#f0945f;--c3:#63c893;--c4:#b692dd;--c5:#999}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.87rem;margin:.5rem 0}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.15rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:first-child,td:nth-child(2):not(:only-child){text-align:left}
thead th{position:sticky;top:0;background:var(--paper)}
details{border:1px solid var(--line);border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}
summary{cursor:pointer;padding:.2rem 0}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:.6rem}
figure{margin:0;break-inside:avoid}svg{width:100%;height:auto;display:block}
svg text{fill:var(--soft);font-size:10px}svg .title{fill:var(--ink);font-size:12px;font-weight:600}
svg .unit{fill:var(--soft);font-weight:400}
.grid{stroke:var(--line);stroke-width:.6}.target{stroke:var(--soft);stroke-width:1;stroke-dasharray:4 3}
figcaption{font-size:.78rem;color:var(--soft);display:flex;gap:.8rem;flex-wrap:wrap}
figcaption i{display:inline-block;width:.8rem;height:.2rem;margin-right:.3rem;vertical-align:middle}
`;
