-- Vault entries of the agencies. All of them open with the passphrase "mainstreet"; being encrypted, they appear here
-- as stored. The passwords are made up, and two are the same, for the vault's check to find.
create temporary table demo_vault (
  person text, title text, website_url text, username text, tags text[], is_favorite boolean, is_shared boolean,
  strength smallint, ago interval, payload text
);
grant select on demo_vault to authenticated;
insert into demo_vault values
  ('ana', 'Domain registrar', 'https://domains.test', 'north-street', '{domains,billing}', true, true, 4, '390 days',
   '{"v":1,"iterations":250000,"salt":"TJod/3QMjPivYlYDgPtbgw==","nonce":"u8vZEdtodXEYeTUu","ciphertext":"latjM3mLp2L8f5AYKwAf1jHbU1HbXEOyseDQ9EcSaOc="}'),
  ('ana', 'Harbor Bakery, shop admin', 'https://harborbakery.test/admin', 'agency@north.test', '{client,shop}', false, true, 4, '350 days',
   '{"v":1,"iterations":250000,"salt":"T36Y602A5Nw7oGJz1QibFg==","nonce":"YbYyH+HBMiJ56zRU","ciphertext":"G0pBpbKjwQtPy0mA9z4Evgtf2yX56H8o/bBzhD7055jSaqe1"}'),
  ('abe', 'Newsletter service', 'https://letters.test', 'hello@north.test', '{marketing}', false, true, 4, '180 days',
   '{"v":1,"iterations":250000,"salt":"zQxTpvlgqqNkRXtYum0gOA==","nonce":"5Ap4m86NQcKph/kv","ciphertext":"CH5B5k4N9aEA5GxRJQuSyPnP0YsTeJKyZCcRLXhb+3el"}'),
  ('ben', 'Stock photos', 'https://pictures.test', 'ben@north.test', '{design}', false, true, 4, '160 days',
   '{"v":1,"iterations":250000,"salt":"I2J5hunlbtEEPFfzJQ1tTA==","nonce":"fwLKo53xBdqJm6z0","ciphertext":"GJPy6vCXOnUs4AD6t0S9yQgJs37RTD9q7cR+LvMDiP3G"}'),
  ('dev', 'Staging server', 'https://staging.north.test', 'deploy', '{hosting}', true, true, 4, '140 days',
   '{"v":1,"iterations":250000,"salt":"QaqyKb4YnE91RmhqONgMwQ==","nonce":"9LDDJFDuAUQqaaKQ","ciphertext":"hRcstB7jwwzXsUoPByYQI1kxZXOdJ8NBrHc3wIv9qtE="}'),
  ('ivy', 'Font library', 'https://letterpress.test', 'ivy@north.test', '{design,billing}', false, true, 4, '120 days',
   '{"v":1,"iterations":250000,"salt":"tsPcK5k9mdO+33sT0flrMw==","nonce":"qbqHv+ACJDqE0NeE","ciphertext":"7eMVJEn6wJ+VMByN7vMuGSGuIXLbPqUMa90CI2yOeVYb"}'),
  ('ana', 'Office alarm', null, null, '{office}', false, true, 1, '90 days',
   '{"v":1,"iterations":250000,"salt":"e06WexiK+gdjcqFXWzRQdQ==","nonce":"2SzEV5H2BrK6+KXo","ciphertext":"Wzpx4Trl7wTo3oe70PhcAdQZxmk="}'),
  ('ben', 'Office Wi-Fi', null, 'North Guests', '{office}', false, true, 2, '80 days',
   '{"v":1,"iterations":250000,"salt":"rjyTLB9dn0pg7EquULwKOw==","nonce":"TKgFiQPRwhH2uYsX","ciphertext":"r7WfNBbWd3uqC6YgNtjMqPv3T2Ikt7Y="}'),
  ('ana', 'Bank', 'https://bank.test', 'areyes', '{}', true, false, 4, '60 days',
   '{"v":1,"iterations":250000,"salt":"KXdFMDa9wYY7p1hCd38GcA==","nonce":"mE3flBNiTAgfspun","ciphertext":"qbiQ+XMc6jAZ/5X92msL2im7lMBO9SdWLr4u6G8BbOu5FA=="}'),
  ('sol', 'Server room', null, 'root', '{hosting}', false, false, 4, '30 days',
   '{"v":1,"iterations":250000,"salt":"FQG1hcIq4SIuKVFUHBoLyA==","nonce":"2V0D4cl79sfKtoi+","ciphertext":"hCVaOSdUOXbsUpRwzPT2YvWR2i8OOaIFykVWWrs2peU="}'),
  ('otto', 'Print shop account', 'https://printshop.test', 'southside', '{print,billing}', false, true, 4, '200 days',
   '{"v":1,"iterations":250000,"salt":"8k877bXrRTIlyT66QcNCBw==","nonce":"RI50ljySK5XB5eV0","ciphertext":"NZDScJQrrwuDV8ZcMzNLYhzaaWVzoUhFjiPKo5BS"}'),
  ('cleo', 'Map service', 'https://maps.test', 'cleo@south.test', '{client}', false, true, 4, '20 days',
   '{"v":1,"iterations":250000,"salt":"pPYlRX05gckmvUTKUtRRyw==","nonce":"tXukwHxtiujjdzYc","ciphertext":"v5Cd0OCu9d5dNYRzYO+B31cbJSJGJgJcRU3QQLxVSgM="}');

do $$
declare
  owner text;
begin
  for owner in select distinct person from demo_vault loop
    perform pg_temp.act_as(owner);
    insert into public.password_vault
      (title, website_url, username, tags, is_favorite, agency_id, password_strength_score, encrypted_password)
    select title, website_url, username, tags, is_favorite,
           case when is_shared then (select agency_id from public.user_profiles where id = auth.uid()) end,
           strength, payload
    from demo_vault
    where person = owner;
    reset role;
  end loop;
end
$$;

update public.password_vault set created_at = now() - ago, password_changed_at = now() - ago
from demo_vault
where password_vault.encrypted_password = demo_vault.payload;

-- One of them has notes.
select pg_temp.act_as('ana');
update public.password_vault set encrypted_notes =
  '{"v":1,"iterations":250000,"salt":"fE3B6Pk3v/1jlfic8NWQig==","nonce":"NbMob4EJPKt0utc0","ciphertext":"qDF7ZB8F/XQ5p80xVLLySNUb8cJgFDYG6l+NGBVUMfIbaemHPre0sM0qaydBTxXQriYc3ODQQHmBSRz4hSsfHbxVzA37aNfRF+hNu9rISYIfCrV7Snhliy9LW7zB1J50JQ=="}'
where title = 'Domain registrar';

-- And one is about a client.
update public.password_vault set client_id = (select id from public.clients where name = 'Harbor Bakery')
where title = 'Harbor Bakery, shop admin';
reset role;

drop table demo_vault;
