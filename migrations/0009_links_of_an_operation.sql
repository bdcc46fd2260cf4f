ALTER TABLE "shared_links" ADD COLUMN "token_id" uuid;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "level" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "shares" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "views" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "first_viewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "last_viewed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Every press of 'Compartir' had a row. They become one, the default link, which counts them.
UPDATE "shared_links" l SET "shares" = (SELECT count(*) FROM "shared_links" o WHERE o."container_id" = l."container_id");--> statement-breakpoint
DELETE FROM "shared_links" l USING "shared_links" o WHERE o."container_id" = l."container_id" AND o."id" < l."id";--> statement-breakpoint
CREATE INDEX "shared_links_of_operation" ON "shared_links" USING btree ("container_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shared_links_one_default" ON "shared_links" USING btree ("container_id") WHERE "shared_links"."token_id" is null;--> statement-breakpoint
ALTER TABLE "shared_links" ADD CONSTRAINT "shared_links_token" UNIQUE("token_hash");--> statement-breakpoint
ALTER TABLE "shared_links" ADD CONSTRAINT "shared_links_token_of_further" CHECK (num_nulls("shared_links"."token_id", "shared_links"."token_hash", "shared_links"."name", "shared_links"."expires_at") in (0, 4));