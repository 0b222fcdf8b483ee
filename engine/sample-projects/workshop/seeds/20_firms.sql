-- A firm with a logo of its own, which the trigger does not replace.
insert into public.firms (name, website, logo) values ('Couriers Ltd', 'https://couriers.test', '{"src": "own.png"}');
