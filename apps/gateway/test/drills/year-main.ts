import { run } from './year-of-service.js';

const [days, everyDays, model] = process.argv.slice(2) as [string, string, string];
await run(days, everyDays, model);
