-- Private channels: signed-in people may be in the room that is named after them; they hear the news and say none.
create policy "people use their own room" on realtime.messages for all to authenticated
  using (realtime.topic() = 'room:' || auth.uid()) with check (realtime.topic() = 'room:' || auth.uid());
create policy "people hear the news" on realtime.messages for select to authenticated
  using (realtime.topic() = 'news' and extension = 'broadcast');
