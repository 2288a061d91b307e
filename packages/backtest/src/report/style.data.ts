/** The page around the console's charts: readable in light and dark, on paper, and on a small screen. */
export const STYLE = `
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}h3{font-size:1rem}
.scroll{overflow-x:auto}
.scroll table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.87rem;margin:.5rem 0}
caption{text-align:left;font-weight:600;padding:.3rem 0}
.scroll th,.scroll td{padding:.15rem .6rem;border-bottom:1px solid var(--edge);text-align:right;white-space:nowrap}
.scroll th:first-child,.scroll td:nth-child(2):not(:only-child){text-align:left}
.scroll thead th{position:sticky;top:0;background:var(--paper)}
.heat{width:100%;margin:1rem 0}.heat tbody th{text-align:left}
details{border:1px solid var(--edge);border-radius:6px;margin:.5rem 0;padding:.4rem .8rem}
summary{cursor:pointer;padding:.2rem 0}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:1rem}
`;
