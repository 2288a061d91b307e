export { firstOf, withDeadline } from './with-deadline.js';
