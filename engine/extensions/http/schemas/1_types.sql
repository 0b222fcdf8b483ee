-- replaces: 0001
-- last commit that has them: 8099dd95c9444dde7b8fb7b6fa2826edb308f049

-- Requests that a statement waits for, with the names of the extension http. The engine makes them (2_waiting.sql).
create domain extensions.http_method as text;
create domain extensions.content_type as text check (value ~ '^\S+\/\S+');
create type extensions.http_header as (field varchar, value varchar);
create type extensions.http_response as (
  status integer, content_type varchar, headers extensions.http_header[], content varchar
);
create type extensions.http_request as (
  method extensions.http_method, uri varchar, headers extensions.http_header[], content_type varchar, content varchar
);
