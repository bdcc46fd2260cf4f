ALTER TABLE "containers" ADD COLUMN "last_completed_recorded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "accuracy" real;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "fix_age_seconds" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "fix_age_seconds" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "clock_offset_ms" bigint;--> statement-breakpoint
CREATE INDEX "containers_of_operator" ON "containers" USING btree ("user_id","id");