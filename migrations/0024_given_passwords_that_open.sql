ALTER TABLE "users" ADD COLUMN "password_given" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "users" SET "password_given" = true WHERE "must_change_password";