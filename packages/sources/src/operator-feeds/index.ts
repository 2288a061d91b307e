export { addressesOf, fileNameOf } from './address.js';
export { type AskFeed, createAskFeed, type Validators } from './ask-feed.js';
export { FeedRefusal } from './feed.js';
export { FEEDS, type Feed } from './feeds.data.js';
export { type ReadFeed, readFeed } from './read-feed.js';
