CREATE TABLE "tombstones" (
	"position" bigint PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"content" text NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "tombstones_account" UNIQUE("account_id")
);
--> statement-breakpoint
ALTER TABLE "evidence_packs" DROP CONSTRAINT "evidence_packs_supervisor_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "evidence_packs" DROP CONSTRAINT "evidence_packs_client_id_clients_id_fk";
--> statement-breakpoint
ALTER TABLE "evidence_packs" ADD CONSTRAINT "evidence_packs_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_packs" ADD CONSTRAINT "evidence_packs_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Adds the next tombstone. `line` is the row of the audit log that says who removed the account, when, and from where.
CREATE FUNCTION "bury"("account" integer, "line" bigint, "remains" json) RETURNS void
LANGUAGE sql SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO tombstones (position, account_id, content, hash)
  SELECT coalesce(newest.position, 0) + 1, account, said.content,
    sha256(coalesce(newest.hash, sha256('tombstones')) || convert_to(said.content, 'UTF8'))
  FROM (
    SELECT json_build_object('account', account, 'at', l.at, 'by', l.actor_name, 'line',
      json_build_object('chain', l.chain, 'position', l.chain_position, 'hash', encode(l.chain_hash, 'hex')),
      'remains', remains)::text AS content
    FROM audit_log l WHERE l.id = line
  ) said
  LEFT JOIN (SELECT t.position, t.hash FROM tombstones t ORDER BY t.position DESC LIMIT 1) newest ON true
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "bury"(integer, bigint, json) FROM PUBLIC;
--> statement-breakpoint
-- The one way in which an account goes, and with a supervisor their operators and their record. Its audit line must be there
-- first. The product's role may run it, and may neither delete such rows nor write a tombstone itself.
CREATE FUNCTION "remove_account"("account" integer, OUT "accounts" integer[], OUT "containers" bigint, OUT "events" bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  owner_role text;
  line bigint;
  remains json;
  operator integer;
BEGIN
  SELECT u.role INTO owner_role FROM public.users u WHERE u.id = account FOR UPDATE;
  SELECT max(l.id) INTO line FROM public.audit_log l
  WHERE l.action = owner_role || '_deleted' AND l.target_id = account AND l.chain IS NOT NULL;
  IF line IS NULL THEN
    RAISE EXCEPTION 'no audit line says who removes the account %', account USING ERRCODE = 'restrict_violation';
  END IF;
  -- One after the other, because each is chained to the one before. Readers do not wait.
  LOCK TABLE public.tombstones IN SHARE ROW EXCLUSIVE MODE;
  IF owner_role = 'operator' THEN
    PERFORM public.bury(account, line, json_build_object('role', owner_role));
    DELETE FROM public.users u WHERE u.id = account;
    accounts := ARRAY[account];
    containers := 0;
    events := 0;
    RETURN;
  END IF;
  SELECT json_build_object('role', owner_role,
    'operations', (SELECT count(*) FROM public.containers c WHERE c.supervisor_id = account),
    'events', (SELECT count(*) FROM public.events e WHERE e.supervisor_id = account),
    'corrections', (SELECT count(*) FROM public.corrections x WHERE x.supervisor_id = account),
    'packs', (SELECT count(*) FROM public.evidence_packs p WHERE p.supervisor_id = account),
    'seq', coalesce((SELECT n.last_seq FROM public.event_counters n WHERE n.tenant_id = account), 0),
    'head', (SELECT encode(sha256(coalesce(string_agg(c.chain_head, '' ORDER BY c.id), '')), 'hex')
      FROM public.containers c WHERE c.supervisor_id = account)) INTO remains;
  PERFORM public.bury(account, line, remains);
  FOR operator IN SELECT u.id FROM public.users u WHERE u.supervisor_id = account ORDER BY u.id LOOP
    PERFORM public.bury(operator, line, json_build_object('role', 'operator', 'of', account));
  END LOOP;
  DELETE FROM public.evidence_packs p WHERE p.supervisor_id = account;
  DELETE FROM public.corrections x WHERE x.supervisor_id = account;
  DELETE FROM public.events e WHERE e.supervisor_id = account;
  GET DIAGNOSTICS events = ROW_COUNT;
  DELETE FROM public.containers c WHERE c.supervisor_id = account;
  GET DIAGNOSTICS containers = ROW_COUNT;
  DELETE FROM public.event_counters n WHERE n.tenant_id = account;
  WITH gone AS (DELETE FROM public.users u WHERE account IN (u.id, u.supervisor_id) RETURNING u.id)
  SELECT array_agg(g.id ORDER BY g.id) INTO accounts FROM gone g;
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "remove_account"(integer) FROM PUBLIC;
--> statement-breakpoint
DROP FUNCTION "remove_record"(integer);
--> statement-breakpoint
-- Neither an account nor an operation of it comes back.
CREATE FUNCTION "refuse_removed"() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM public.tombstones t
    WHERE t.account_id IN (NEW.supervisor_id, CASE TG_TABLE_NAME WHEN 'users' THEN NEW.id END)
  ) THEN
    RAISE EXCEPTION 'the account was removed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "users_not_removed" BEFORE INSERT OR UPDATE OF "id", "supervisor_id" ON "users"
FOR EACH ROW EXECUTE FUNCTION "refuse_removed"();
--> statement-breakpoint
CREATE TRIGGER "containers_not_removed" BEFORE INSERT ON "containers" FOR EACH ROW EXECUTE FUNCTION "refuse_removed"();
--> statement-breakpoint
-- Of accounts that went before: what their audit line kept.
DO $$
DECLARE
  gone record;
BEGIN
  FOR gone IN
    SELECT max(l.id) AS line, l.target_id AS account FROM audit_log l
    WHERE l.action IN ('supervisor_deleted', 'operator_deleted') AND l.chain IS NOT NULL AND l.target_id IS NOT NULL
    GROUP BY l.target_id ORDER BY 1
  LOOP
    PERFORM bury(gone.account, gone.line, (
      SELECT json_build_object('role', split_part(l.action, '_', 1), 'operations', l.before -> 'containers',
        'events', l.before -> 'events', 'head', l.before -> 'heads')
      FROM audit_log l WHERE l.id = gone.line
    ));
  END LOOP;
END
$$;
