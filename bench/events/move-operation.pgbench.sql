-- The yardstick: the statement with which the product stored one event at commit c5f8f38, as it stood there. Only its
-- parameters are pgbench's: what differs from press to press is computed here, what does not comes with -D.
-- Client c presses for the operations c, c + clients, c + 2 * clients ... in turn, as the load generator's connections do.
\set k :k + 1
\set own (:operations - 1 - :client_id) / :clients + 1
\set operation :client_id + :clients * ((:k - 1) % :own)
\set key :round * 1000 + :operation
\set version (:k - 1) / :own + 2
\set kind :version % 2 + 1
\set tenant :operation % :supervisors + 1
\set lat 19.05 + random(0, 999999) / 1e8
\set lng -104.31 + random(0, 999999) / 1e8
with moved as (
  update containers
  set "current_status" = (array['stop_rest', 'resume_route'])[:kind]::text, "last_completed_status" = :step::text, "last_completed_time" = :started::timestamp (3) with time zone, "last_completed_recorded_at" = :started::timestamp (3) with time zone, "last_updated" = now()::timestamp (3) with time zone, "version" = :version::integer, "is_active" = :active::boolean, "lat" = :lat::double precision, "lng" = :lng::double precision, "location" = :location::text, "accuracy" = :accuracy::real, "fix_age_seconds" = :age::integer
  where container_id = lpad(:key::text, 36, '0')::text and version = :version::integer - 1
  returning id
), closed as (
  update events set duration = :age::integer
  where container_id = lpad(:key::text, 36, '0')::text and position = :version::integer - 1
    and exists (select from moved)
),
counter as (
  insert into event_counters as c (tenant_id, last_seq)
  select :tenant::integer, 1 from moved
  on conflict (tenant_id) do update set last_seq = c.last_seq + 1
  returning last_seq
), inserted as (
  insert into events ("event_id", "supervisor_id", "user_id", "username", "container_id", "display_container_id", "operation_type", "event_type", "position", "timestamp", "recorded_at", "duration", "location", "lat", "lng", "accuracy", "fix_age_seconds", "clock_offset_ms", seq)
  select gen_random_uuid()::uuid, :tenant::integer, :operation::integer, :username::text, lpad(:key::text, 36, '0')::text, :number::text, :type::text, (array['stop_rest', 'resume_route'])[:kind]::text, :version::integer, now()::timestamp (3) with time zone, now()::timestamp (3) with time zone, null::integer, :location::text, :lat::double precision, :lng::double precision, :accuracy::real, :age::integer, :offset::bigint, counter.last_seq
  from counter
  returning id, seq
)
select inserted.id, inserted.seq, moved.id as "operationId" from inserted, moved;
