-- Tables of the exposed schema, or its views ($2: their relkind), as one role ($1) sees them: each column with its
-- type, its allowed values, and whether an insert may omit it; and the foreign keys.
select
  pg_class.relname as name,
  (
    select json_agg(
      json_build_object(
        'name', attname,
        'type', format_type(atttypid, null),
        'isNullable', not attnotnull,
        -- A trigger called fill_in_agency fills in agency_id where it is omitted, fill_in_user_id user_id.
        'isFilledIn', atthasdef or attidentity <> '' or exists (
          select from pg_trigger
          where tgrelid = pg_class.oid and attname in (substr(tgname, 9), substr(tgname, 9) || '_id')
            and tgname like 'fill\_in\_%'
        ),
        'mayInsert', attgenerated = '' and has_column_privilege($1, pg_class.oid, attnum, 'insert'),
        'mayUpdate', attgenerated = '' and has_column_privilege($1, pg_class.oid, attnum, 'update'),
        'checks', array(
          select pg_get_constraintdef(oid) from pg_constraint
          where conrelid = pg_class.oid and contype = 'c' and conkey = array[attnum]
        )
      )
      order by attname
    )
    from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped
      and has_column_privilege($1, pg_class.oid, attnum, 'select, insert')
  ) as columns,
  (
    select coalesce(json_agg(
      json_build_object(
        'foreignKeyName', conname,
        'columns', array(
          select attname from unnest(conkey) with ordinality as key (num, at)
          join pg_attribute on attrelid = conrelid and attnum = num
          order by at
        ),
        'isOneToOne', exists (
          select from pg_index
          where indrelid = conrelid and indisunique and indpred is null
            and array(select unnest(indkey::int2[]) order by 1) = array(select unnest(conkey) order by 1)
        ),
        'referencedRelation', referenced.relname,
        'referencedColumns', array(
          select attname from unnest(confkey) with ordinality as key (num, at)
          join pg_attribute on attrelid = confrelid and attnum = num
          order by at
        )
      )
      order by conname
    ), '[]')
    from pg_constraint
    join pg_class as referenced on referenced.oid = confrelid
    where conrelid = pg_class.oid and contype = 'f' and referenced.relnamespace = 'public'::regnamespace
  ) as relationships
from pg_class
where relnamespace = 'public'::regnamespace and relkind::text = any ($2) and has_any_column_privilege($1, oid, 'select, insert')
order by relname
