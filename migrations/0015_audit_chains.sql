CREATE TABLE "audit_chains" (
	"chain" text PRIMARY KEY NOT NULL,
	"lines" bigint NOT NULL,
	"head" "bytea" NOT NULL,
	"anchor_position" bigint DEFAULT 0 NOT NULL,
	"anchor" "bytea"
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "chain" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "chain_position" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "chain_hash" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_chain" ON "audit_log" USING btree ("chain","chain_position");
--> statement-breakpoint
-- The one way in which lines go: the oldest of each chain, by their age. The hash of the newest of them stays as the
-- anchor, so the rest can still be verified. The product's role may run it, and may not delete a line itself.
CREATE FUNCTION "prune_audit"("until" timestamptz, OUT "removed" bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF until > now() - interval '30 days' THEN
    RAISE EXCEPTION 'audit lines are kept for 30 days at least' USING ERRCODE = 'restrict_violation';
  END IF;
  UPDATE public.audit_chains c SET anchor_position = l.chain_position, anchor = l.chain_hash
  FROM (
    SELECT a.chain, coalesce(min(a.chain_position) FILTER (WHERE a.at >= until) - 1, max(a.chain_position)) AS last
    FROM public.audit_log a WHERE a.chain IS NOT NULL GROUP BY a.chain
  ) gone
  JOIN public.audit_log l ON l.chain = gone.chain AND l.chain_position = gone.last
  WHERE c.chain = gone.chain AND gone.last > c.anchor_position;
  PERFORM set_config('acarreo.pruning', 'on', true);
  DELETE FROM public.audit_log l
  WHERE l.chain IS NULL AND l.at < until
    OR l.chain_position <= (SELECT c.anchor_position FROM public.audit_chains c WHERE c.chain = l.chain);
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM set_config('acarreo.pruning', 'off', true);
END
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "prune_audit"(timestamptz) FROM PUBLIC;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "audit_log_is_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('acarreo.pruning', true) = 'on' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'audit_log is append only' USING ERRCODE = 'restrict_violation';
END
$$;
