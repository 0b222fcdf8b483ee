-- For hosted Supabase: settings that differ from this project's server. Run it in the SQL editor after the first push;
-- running it again does no harm.

-- The gateway passes on a forged X-Forwarded-For, so that limits on enquiries use the address that Cloudflare
-- determined.
update private.contact_limits set address_header = 'cf-connecting-ip';

-- The functions use the secret key, whose statements may otherwise take 8 seconds: too few to erase what a large agency
-- has deleted.
alter role service_role set statement_timeout = '60s';
notify pgrst, 'reload config';
