CREATE TABLE "clients" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clients_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supervisor_id" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supervisor_id" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"shape" jsonb NOT NULL,
	"time_zone" text NOT NULL,
	"free_minutes" integer,
	"facility_code" text,
	"client_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "places_kind" CHECK ("places"."kind" in ('park', 'port', 'yard', 'customer'))
);
--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "place_id" integer;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "place_given" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "client_id" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "suggested" boolean;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_supervisor_id_users_id_fk" FOREIGN KEY ("supervisor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clients_name" ON "clients" USING btree ("supervisor_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "places_name" ON "places" USING btree ("supervisor_id",lower("name")) WHERE "places"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "places_of_supervisor" ON "places" USING btree ("supervisor_id");