-- It has a picture of its own, which the trigger leaves alone.
insert into public.firms (name, website, logo) values ('Couriers Ltd', 'https://couriers.test', '{"src": "own.png"}');
