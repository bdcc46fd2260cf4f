CREATE TABLE "containers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "containers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"container_id" text NOT NULL,
	"display_container_id" text NOT NULL,
	"user_id" integer NOT NULL,
	"username" text NOT NULL,
	"display_name" text NOT NULL,
	"supervisor_id" integer,
	"operation_type" text NOT NULL,
	"current_status" text NOT NULL,
	"last_completed_status" text NOT NULL,
	"last_completed_time" timestamp (3) with time zone NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"last_updated" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"lat" double precision,
	"lng" double precision,
	"location" text,
	CONSTRAINT "containers_container_id_key" UNIQUE("container_id"),
	CONSTRAINT "containers_version" CHECK ("containers"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "event_counters" (
	"tenant_id" integer PRIMARY KEY NOT NULL,
	"last_seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"supervisor_id" integer,
	"user_id" integer NOT NULL,
	"username" text NOT NULL,
	"container_id" text NOT NULL,
	"display_container_id" text NOT NULL,
	"operation_type" text NOT NULL,
	"event_type" text NOT NULL,
	"position" integer NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"duration" integer,
	"location" text,
	"lat" double precision,
	"lng" double precision,
	"accuracy" real
);
--> statement-breakpoint
CREATE TABLE "feature_flags" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feature_flags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kpi_visibility" boolean DEFAULT true NOT NULL,
	"real_time_info" boolean DEFAULT true NOT NULL,
	"full_screen_enabled" boolean DEFAULT true NOT NULL,
	"link_sharing" boolean DEFAULT true NOT NULL,
	"operation_logs" boolean DEFAULT true NOT NULL,
	"operator_limit" integer,
	"premium_activated" boolean DEFAULT true NOT NULL,
	"premium_active_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"premium_expiration_date" timestamp (3) with time zone,
	"is_premium_paid" boolean DEFAULT false NOT NULL,
	"last_updated" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text,
	CONSTRAINT "feature_flags_user" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "live_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"session_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp (6) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shared_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"supervisor_id" integer NOT NULL,
	"container_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_settings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "system_settings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"setting_key" text NOT NULL,
	"setting_value" text NOT NULL,
	"description" text,
	"last_updated" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text,
	CONSTRAINT "system_settings_key" UNIQUE("setting_key")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"display_name" text NOT NULL,
	"supervisor_id" integer,
	"email" text,
	"phone" text,
	"accepted_terms" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('operator', 'supervisor')),
	CONSTRAINT "users_supervisor_of_operator" CHECK ("users"."supervisor_id" is null or "users"."role" = 'operator')
);
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_container_id_containers_container_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("container_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feature_flags" ADD CONSTRAINT "feature_flags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "containers_one_active_per_operator" ON "containers" USING btree ("user_id") WHERE "containers"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "containers_one_active_per_number" ON "containers" USING btree ("supervisor_id","display_container_id") WHERE "containers"."is_active";--> statement-breakpoint
CREATE INDEX "containers_active_of_supervisor" ON "containers" USING btree ("supervisor_id","start_time") WHERE "containers"."is_active";--> statement-breakpoint
CREATE INDEX "containers_by_number" ON "containers" USING btree ("display_container_id","start_time");--> statement-breakpoint
CREATE UNIQUE INDEX "events_once" ON "events" USING btree ("user_id","event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_in_order" ON "events" USING btree ("container_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "events_seq_of_supervisor" ON "events" USING btree ("supervisor_id","seq");--> statement-breakpoint
CREATE INDEX "session_expire" ON "session" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "session_of_user" ON "session" USING btree (("sess" ->> 'userId'));--> statement-breakpoint
CREATE INDEX "shared_links_of_supervisor" ON "shared_links" USING btree ("supervisor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_supervisor" ON "users" USING btree ("supervisor_id");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
-- Both tables are updated in place with every event: room on the page keeps those updates off the indexes.
ALTER TABLE "containers" SET (fillfactor = 80);--> statement-breakpoint
ALTER TABLE "event_counters" SET (fillfactor = 40);
