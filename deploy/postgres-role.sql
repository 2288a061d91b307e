-- The image of PostgreSQL runs this once, as its superuser. The role of the gateways owns its database and nothing else.
\set password `cat /run/secrets/database_password`
CREATE ROLE loadcast LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE loadcast OWNER loadcast;
REVOKE CONNECT ON DATABASE loadcast FROM PUBLIC;
