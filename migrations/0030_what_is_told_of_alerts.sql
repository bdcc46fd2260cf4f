CREATE TABLE "quiet_hours" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"quiet_from" text NOT NULL,
	"quiet_until" text NOT NULL,
	"is_on" boolean NOT NULL,
	"urgent_too" boolean NOT NULL,
	CONSTRAINT "quiet_hours_differ" CHECK ("quiet_hours"."quiet_from" <> "quiet_hours"."quiet_until")
);
--> statement-breakpoint
DROP INDEX "alert_notices_once";--> statement-breakpoint
ALTER TABLE "alert_notices" ALTER COLUMN "subscription_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "quiet_hours" ADD CONSTRAINT "quiet_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What a mail has named, and what is too old for the next one.
UPDATE "alerts" SET "mailed_at" = coalesce(
	(SELECT max(n."claimed_at") FROM "alert_notices" n WHERE n."alert_id" = "alerts"."id" AND n."channel" = 'mail'),
	CASE WHEN "raised_at" < now() - interval '1 day' THEN "raised_at" END);--> statement-breakpoint
DELETE FROM "alert_notices" WHERE "channel" = 'mail';--> statement-breakpoint
CREATE INDEX "alerts_not_mailed" ON "alerts" USING btree ("id") WHERE "alerts"."mailed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_notices_once" ON "alert_notices" USING btree ("alert_id","level","subscription_id");--> statement-breakpoint
ALTER TABLE "alert_notices" DROP COLUMN "channel";