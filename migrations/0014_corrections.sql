CREATE TABLE "corrections" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"correction_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"supervisor_id" integer,
	"container_id" text NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"event_position" integer,
	"before" text,
	"after" text,
	"author_id" integer NOT NULL,
	"author_name" text NOT NULL,
	"author_role" text NOT NULL,
	"reason" text,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"chain_hash" "bytea" NOT NULL,
	CONSTRAINT "corrections_kind" CHECK ("corrections"."kind" in ('time', 'stop_kind', 'container_number', 'retraction', 'cancellation'))
);
--> statement-breakpoint
DROP INDEX "events_history";--> statement-breakpoint
DROP INDEX "events_without_position";--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "newest_position" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "first_container_number" text;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "event_counters" ADD COLUMN "unlisted" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "first_timestamp" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "first_event_type" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "retracted_by" uuid;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "counts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_container_id_containers_container_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("container_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_once" ON "corrections" USING btree ("author_id","correction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_in_order" ON "corrections" USING btree ("container_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_seq_of_supervisor" ON "corrections" USING btree ("supervisor_id","seq");--> statement-breakpoint
CREATE INDEX "events_history" ON "events" USING btree ("supervisor_id","timestamp","id","user_id","event_type","display_container_id","username","location") WHERE "events"."retracted_by" is null;--> statement-breakpoint
CREATE INDEX "events_without_position" ON "events" USING btree ("supervisor_id","timestamp","id") WHERE "events"."lat" is null and "events"."retracted_by" is null;--> statement-breakpoint
-- Until now every event counted, and the newest one had the operation's version as its place.
UPDATE "containers" SET "newest_position" = "version";
--> statement-breakpoint
-- The one way in which what counts of an event moves. The product may add corrections; it may not change these columns.
CREATE FUNCTION "apply_correction"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  CASE NEW.kind
    WHEN 'time' THEN
      UPDATE events e SET first_timestamp = coalesce(e.first_timestamp, e.timestamp), timestamp = NEW.after::timestamptz
      WHERE e.container_id = NEW.container_id AND e.position = NEW.event_position;
      UPDATE containers c SET start_time = NEW.after::timestamptz
      WHERE c.container_id = NEW.container_id AND NEW.event_position = 1;
    WHEN 'stop_kind' THEN
      UPDATE events e SET first_event_type = coalesce(e.first_event_type, e.event_type), event_type = NEW.after
      WHERE e.container_id = NEW.container_id AND e.position = NEW.event_position;
    WHEN 'container_number' THEN
      UPDATE containers c
      SET first_container_number = coalesce(c.first_container_number, c.display_container_id), display_container_id = NEW.after
      WHERE c.container_id = NEW.container_id;
      UPDATE events e SET display_container_id = NEW.after WHERE e.container_id = NEW.container_id;
    WHEN 'retraction' THEN
      UPDATE events e SET retracted_by = NEW.correction_id, counts = false, duration = NULL
      WHERE e.container_id = NEW.container_id AND e.position = NEW.event_position;
    WHEN 'cancellation' THEN
      UPDATE containers c SET cancelled_at = NEW.recorded_at WHERE c.container_id = NEW.container_id;
      UPDATE events e SET counts = false WHERE e.container_id = NEW.container_id;
  END CASE;
  -- Durations follow the times that count.
  UPDATE events e SET duration = intervals.seconds
  FROM (
    SELECT x.id, CASE WHEN x.event_type = 'end_trip' THEN x.timestamp - first_value(x.timestamp) OVER trip
      ELSE lead(x.timestamp) OVER trip - x.timestamp END AS span
    FROM events x WHERE x.container_id = NEW.container_id AND x.retracted_by IS NULL
    WINDOW trip AS (ORDER BY x.position)
  ) spans, LATERAL (
    SELECT CASE WHEN spans.span IS NOT NULL THEN greatest(0, floor(extract(epoch FROM spans.span)))::integer END AS seconds
  ) intervals
  WHERE e.id = spans.id AND e.duration IS DISTINCT FROM intervals.seconds;
  UPDATE event_counters c SET unlisted = c.unlisted + CASE NEW.kind WHEN 'retraction' THEN 2 ELSE 1 END
  WHERE c.tenant_id = coalesce(NEW.supervisor_id, (SELECT o.user_id FROM containers o WHERE o.container_id = NEW.container_id));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "corrections_apply" AFTER INSERT ON "corrections" FOR EACH ROW EXECUTE FUNCTION "apply_correction"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "remove_record"("supervisor" integer, OUT "containers" bigint, OUT "events" bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM public.users u WHERE u.id = supervisor) THEN
    RAISE EXCEPTION 'the account % still exists', supervisor USING ERRCODE = 'restrict_violation';
  END IF;
  DELETE FROM public.corrections x WHERE x.supervisor_id = supervisor;
  DELETE FROM public.events e WHERE e.supervisor_id = supervisor;
  GET DIAGNOSTICS events = ROW_COUNT;
  DELETE FROM public.containers c WHERE c.supervisor_id = supervisor;
  GET DIAGNOSTICS containers = ROW_COUNT;
  DELETE FROM public.event_counters c WHERE c.tenant_id = supervisor;
END
$$;
