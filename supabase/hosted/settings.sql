-- On hosted Supabase: what differs from our own server. Run it in the SQL editor after the first push; again does no harm.

-- The gateway passes on an X-Forwarded-For that a visitor made up. Enquiries are counted by the address it found out itself.
update private.contact_limits set address_header = 'cf-connecting-ip';

-- The functions work with the secret key, whose statements may otherwise take 8 seconds: too few to settle what a large agency
-- has deleted.
alter role service_role set statement_timeout = '60s';
notify pgrst, 'reload config';
