DROP INDEX "shared_links_one_default";--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "is_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "shared_links" SET "is_default" = true WHERE "token_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shared_links_default" ON "shared_links" USING btree ("container_id") WHERE "shared_links"."is_default";--> statement-breakpoint
ALTER TABLE "shared_links" ADD CONSTRAINT "shared_links_default_or_further" CHECK (not "shared_links"."is_default" or "shared_links"."token_id" is null);