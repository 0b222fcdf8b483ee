-- Tokens of mailed links and codes. A link has a random token (token_hash is its hash). The short code beside it can be
-- guessed, so its hash (code_hash) is keyed with a secret of the server; neither hash reveals the other.
-- `proves` says which sign-up the mail confirms: 'sign-up' the account's own, an identity's key that identity's. Null
-- means that it only shows that somebody reads the address.
create table auth.one_time_tokens (
  id         uuid not null primary key,
  user_id    uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  code_hash  text,
  proves     text
);
create index one_time_tokens_token_hash_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_hash_idx on auth.one_time_tokens using hash (relates_to);
create unique index one_time_tokens_user_id_token_type_key on auth.one_time_tokens (user_id, token_type);
create index one_time_tokens_code_hash_hash_idx on auth.one_time_tokens using hash (code_hash);
