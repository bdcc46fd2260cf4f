-- How long an interval lasted follows from the times; record/read/intervals.ts reads it.
CREATE OR REPLACE FUNCTION "apply_correction"() RETURNS trigger
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
      UPDATE events e SET retracted_by = NEW.correction_id, counts = false
      WHERE e.container_id = NEW.container_id AND e.position = NEW.event_position;
    WHEN 'cancellation' THEN
      UPDATE containers c SET cancelled_at = NEW.recorded_at WHERE c.container_id = NEW.container_id;
      UPDATE events e SET counts = false WHERE e.container_id = NEW.container_id;
  END CASE;
  UPDATE event_counters c SET unlisted = c.unlisted + CASE NEW.kind WHEN 'retraction' THEN 2 ELSE 1 END
  WHERE c.tenant_id = coalesce(NEW.supervisor_id, (SELECT o.user_id FROM containers o WHERE o.container_id = NEW.container_id));
  RETURN NULL;
END
$$;
--> statement-breakpoint
ALTER TABLE "events" DROP COLUMN "duration";
--> statement-breakpoint
-- No press changes a row any more.
ALTER TABLE "events" SET (fillfactor = 100);
