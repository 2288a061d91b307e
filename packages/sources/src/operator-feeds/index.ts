export { addressesOf, fileNameOf } from './address.js';
export { type AskFeed, createAskFeed, type FeedAnswer, type Validators } from './ask-feed.js';
export { type FeedFault, FeedRefusal, type FeedValue } from './feed.js';
export { FEEDS, type Feed, type FeedPart } from './feeds.data.js';
export { type ReadFeed, readFeed } from './read-feed.js';
