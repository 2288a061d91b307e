export { addressesOf, fileNameOf, pastAddress } from './address.js';
export { type AskFeed, createAskFeed, type Validators } from './ask-feed.js';
export { zippedFiles } from './body.js';
export { FeedRefusal } from './feed.js';
export { FEEDS, type Feed } from './feeds.data.js';
export { type ReadFeed, readFeed } from './read-feed.js';
