-- Who has no subject is told apart by role: a visitor's token must not reach the uploads of the project's own server.
alter table engine.uploads add column role text not null default 'authenticated';
