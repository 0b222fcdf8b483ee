CREATE OR REPLACE FUNCTION merge_customers(loser_id bigint, winner_id bigint)
RETURNS bigint
LANGUAGE plpgsql
SECURITY INVOKER
AS $$
DECLARE
  winner customers%ROWTYPE;
  loser customers%ROWTYPE;
  merged_emails jsonb;
BEGIN
  SELECT * INTO winner FROM customers WHERE id = winner_id;
  SELECT * INTO loser FROM customers WHERE id = loser_id;

  IF winner IS NULL OR loser IS NULL THEN
    RAISE EXCEPTION 'Customer not found';
  END IF;

  UPDATE notes SET customer_id = winner_id WHERE customer_id = loser_id;

  merged_emails := (
    SELECT jsonb_agg(DISTINCT value)
    FROM jsonb_array_elements(COALESCE(winner.emails, '[]'::jsonb) || COALESCE(loser.emails, '[]'::jsonb))
  );
  UPDATE customers SET
    emails = merged_emails,
    first_seen = LEAST(winner.first_seen, loser.first_seen),
    tags = ARRAY(SELECT DISTINCT unnest(COALESCE(winner.tags, ARRAY[]::bigint[]) || COALESCE(loser.tags, ARRAY[]::bigint[])) ORDER BY 1)
  WHERE id = winner_id;

  DELETE FROM customers WHERE id = loser_id;
  RETURN winner_id;
END;
$$;
