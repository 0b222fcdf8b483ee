-- It has a picture, so that none is looked for.
insert into public.firms (name, website, logo) values ('Couriers Ltd', 'https://couriers.test', '{"src": "own.png"}');
