-- The schema of the hosted service where the extension is disabled: no GraphQL, only a function that says so.
create schema graphql;
create schema graphql_public;

create function graphql_public.graphql(
  "operationName" text default null, query text default null, variables jsonb default null, extensions jsonb default null
) returns jsonb language sql stable as $$
  select jsonb_build_object('errors', jsonb_build_array(
    jsonb_build_object('message', 'pg_graphql extension is not enabled.')))
$$;
grant usage on schema graphql_public to anon, authenticated, service_role;
grant execute on function graphql_public.graphql to anon, authenticated, service_role;
