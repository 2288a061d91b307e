/** All that is used of the library. The build writes it into this file's JavaScript, so nothing more is installed (`tsup.config.ts`). */
export { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
export { ByteWriter, ParquetWriter } from 'hyparquet-writer';
