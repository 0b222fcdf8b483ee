-- Private channels: signed-in users may use the channel named after them; they may receive the news channel, but not
-- send there.
create policy "people use their own room" on realtime.messages for all to authenticated
  using (realtime.topic() = 'room:' || auth.uid()) with check (realtime.topic() = 'room:' || auth.uid());
create policy "people hear the news" on realtime.messages for select to authenticated
  using (realtime.topic() = 'news' and extension = 'broadcast');
create policy "people see who is in a lobby" on realtime.messages for select to authenticated
  using (realtime.topic() like 'lobby:%' and extension = 'presence');

-- A club's channel is for its members.
create table public.club_members (club text, member uuid, primary key (club, member));
alter table public.club_members enable row level security;
create policy "members know that they are" on public.club_members for select to authenticated
  using (member = auth.uid());
create policy "members use their club" on realtime.messages for all to authenticated
  using (exists (select from public.club_members where club = realtime.topic()))
  with check (exists (select from public.club_members where club = realtime.topic()));
