CREATE INDEX "containers_of_supervisor" ON "containers" USING btree ("supervisor_id","start_time");--> statement-breakpoint
CREATE INDEX "events_history" ON "events" USING btree ("supervisor_id","timestamp","id","user_id","event_type","display_container_id","username","location");--> statement-breakpoint
-- Every event but the last of a trip gets its duration later. Room on the page lets that change stay there and off all
-- indexes; a frequent, cheap vacuum (it visits new pages alone) lets the history be counted in the index alone.
ALTER TABLE "events" SET (fillfactor = 90, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 5000);
--> statement-breakpoint
-- A driver and a box belong to one supervisor. Without knowing it the planner expects far too few rows of them, and
-- fetches the many it finds from all over the table instead of reading them in the history's index.
CREATE STATISTICS "events_whose" (dependencies) ON "supervisor_id", "user_id", "display_container_id" FROM "events";
