/** All that is used of the SDK. The build writes it into this file's JavaScript, so nothing more is installed (`apps/gateway/build.mjs`). */
export { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
