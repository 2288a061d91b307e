export type {
  AuthedRequest,
  ErrorDialect,
  Prepared,
  Principal,
  Reply,
  Route,
  Surface,
  SurfaceRequest,
} from './http.js';
