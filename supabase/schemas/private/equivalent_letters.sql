-- Equivalent letters: a search for "muller", "o'dwyer" or "jean luc" finds Müller, O’Dwyer and Jean‑Luc.
-- web/lib/search-text.ts implements the same rule for the browser, and a test compares the two.

-- The text in lower case without accents, dots and invisible characters, with one kind of space, apostrophe, quotation
-- mark and hyphen. Letters that Unicode does not decompose are spelled as people type them: ß as ss, ø as o, þ as th.
-- Most texts are ASCII and skip this, which saves two thirds of the time.
create function private.same_letters(text text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(
  case
    when octet_length(text) = length(text) then lower(translate(text, '`', ''''))
    else replace(replace(replace(replace(
      translate(
        lower(regexp_replace(
          -- Normalization would turn a lone acute accent into a space and a combining mark.
          normalize(translate(text, '´΄᾽᾿῾', ''''''''''''), nfkd),
          '[\u00AD\u00B7\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u061C'
          '\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF'
          '\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF\U000E0100-\U000E01EF]+',
          '', 'g'
        )),
        '`‘’‚‛ʹʻʼʽʾʿ′‵ꞌ׳' || '“”„‟〝〞〟«»״' || '‐‒–—―−⁃֊־・゠' || 'ıøłđðħŧŋəɓɗƙƴɛɔς⁄' || 'ىیکةہھٱ' || '٠١٢٣٤٥٦٧٨٩' || '۰۱۲۳۴۵۶۷۸۹',
        repeat('''', 15) || repeat('"', 10) || repeat('-', 11) || 'iolddhtnebdkyeoσ/' || 'ييكههها' || '0123456789' || '0123456789'
      ),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end,
  '[\u0009-\u000D\u0020\u0085\u1680\u2028\u2029]+', ' ', 'g'
));
revoke execute on function private.same_letters from public;
grant execute on function private.same_letters to anon, authenticated, service_role;

-- The text that a search compares. A name is also found without its apostrophe, and with a space instead of a hyphen.
-- The result has no line breaks, so several texts can be joined by them.
create function private.search_text(text text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(replace(private.same_letters(text), '''', ''), '[ -]+', ' ', 'g'));
revoke execute on function private.search_text from public;
grant execute on function private.search_text to anon, authenticated, service_role;
