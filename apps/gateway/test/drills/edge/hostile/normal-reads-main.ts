import { readNormally } from './normal-reads.js';
import type { HostilePlan } from './plan.js';

const plan: HostilePlan = JSON.parse(process.argv[2]!);
console.log(JSON.stringify(await readNormally(plan, (elapsedMs) => elapsedMs >= plan.seconds * 1000)));
