import type { JSX } from 'preact';
import type { ReliabilityProps } from './given.js';

const SIZE = 100;

/** How often the load was below a level against how often it should be: on the diagonal is right. */
export function Reliability({ title, points }: ReliabilityProps): JSX.Element {
  const path = points.map(({ promisedPct, observedPct }) => `${promisedPct} ${SIZE - observedPct}`).join('L');
  const words = points.map(
    ({ promisedPct, observedPct }) => `${promisedPct} % promised, ${Math.round(observedPct)} % seen`,
  );
  return (
    <svg class="reliability" viewBox="-18 -6 124 120" role="img" aria-label={`${title}: ${words.join('; ')}`}>
      {[0, 50, 100].map((tick) => (
        <g key={tick}>
          <path class="grid" d={`M0 ${SIZE - tick}H${SIZE}M${tick} 0V${SIZE}`} />
          <text x={tick} y={SIZE + 9} text-anchor="middle">
            {tick}
          </text>
          <text x={-3} y={SIZE - tick + 2} text-anchor="end">
            {tick}
          </text>
        </g>
      ))}
      <path class="diagonal" d={`M0 ${SIZE}L${SIZE} 0`} />
      <path class="line forecast" d={`M${path}`} />
      {points.map(({ promisedPct, observedPct }) => (
        <circle key={promisedPct} class="dot forecast" cx={promisedPct} cy={SIZE - observedPct} r="2.6" />
      ))}
    </svg>
  );
}
