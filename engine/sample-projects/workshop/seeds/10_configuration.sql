insert into public.configuration (id, pictures_url) values (1, 'https://pictures.test');
insert into public.excluded_domains (domain) values ('mail.test');
