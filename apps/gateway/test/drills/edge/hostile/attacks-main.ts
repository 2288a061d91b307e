import { attackAll } from './attacks.js';

console.log(JSON.stringify(await attackAll(JSON.parse(process.argv[2]!))));
