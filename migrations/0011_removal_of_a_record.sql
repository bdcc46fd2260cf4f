-- The one way in which reported events go: with everything else of a supervisor whose account is gone. The product's
-- role may run it, and may not delete such rows itself.
CREATE FUNCTION "remove_record"("supervisor" integer, OUT "containers" bigint, OUT "events" bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM public.users u WHERE u.id = supervisor) THEN
    RAISE EXCEPTION 'the account % still exists', supervisor USING ERRCODE = 'restrict_violation';
  END IF;
  DELETE FROM public.events e WHERE e.supervisor_id = supervisor;
  GET DIAGNOSTICS events = ROW_COUNT;
  DELETE FROM public.containers c WHERE c.supervisor_id = supervisor;
  GET DIAGNOSTICS containers = ROW_COUNT;
  DELETE FROM public.event_counters c WHERE c.tenant_id = supervisor;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "remove_record"(integer) FROM PUBLIC;
