-- The link of a mail has a random token of its own (token_hash is its hash), and the digits beside it, which anybody can
-- guess, are kept with a secret of the server's (code_hash), so that neither tells the other.
-- `proves`: which sign-up the mail was for: 'sign-up' the account's own, an identity's key that identity's alone. Null: it
-- shows that somebody reads the address, and nothing more.
alter table auth.one_time_tokens add column code_hash text, add column proves text;
create index one_time_tokens_code_hash_hash_idx on auth.one_time_tokens using hash (code_hash);

-- What is on its way could be worked out from the address and a guess: it is void, and asked for once more.
delete from auth.one_time_tokens;
update auth.users
set confirmation_token = '', recovery_token = '', reauthentication_token = '',
    email_change_token_new = '', email_change_token_current = '', phone_change_token = ''
where '' < any (array[confirmation_token, recovery_token, reauthentication_token,
                      email_change_token_new, email_change_token_current, phone_change_token]);
