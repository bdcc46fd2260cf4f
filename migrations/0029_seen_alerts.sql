ALTER TABLE "alerts" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "seen_by" integer;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "seen_level" smallint;--> statement-breakpoint
CREATE INDEX "alerts_closed_of_supervisor" ON "alerts" USING btree ("supervisor_id","closed_at","id") WHERE "alerts"."closed_at" is not null;