package org.gridtorrent.ccm.rest;

import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gridtorrent.catalog.access.Right;
import org.gridtorrent.catalog.access.SharedWithMe;
import org.gridtorrent.catalog.account.ApiToken;
import org.gridtorrent.catalog.account.Profile;
import org.gridtorrent.catalog.account.SessionInfo;
import org.gridtorrent.catalog.dataset.Content;
import org.gridtorrent.catalog.dataset.Tombstones.Tombstone;
import org.gridtorrent.catalog.device.Device;
import org.gridtorrent.catalog.people.Group;
import org.gridtorrent.catalog.task.Task;
import org.gridtorrent.catalog.task.Task.BadFile;
import org.gridtorrent.ccm.web.Refusal;
import org.jspecify.annotations.Nullable;

/** What goes out and comes in as JSON. Times are ISO 8601 in UTC, sizes bytes. */
public final class Shapes {
    private Shapes() {}

    /** Body of POST /datasets. */
    record Publish(@Nullable String title, @Nullable String description, @Nullable String access,
            @Nullable List<String> groups, @Nullable List<String> users,
            @Nullable String until, @Nullable String deviceId, @Nullable String path,
            @Nullable NewMetadata metadata, @Nullable Integer copies,
            @Nullable Integer alwaysOn, @Nullable Boolean nonPrivate) {}

    /** Body of POST /datasets/ID/access. */
    record Audience(@Nullable String access, @Nullable List<String> groups,
            @Nullable List<String> users) {}

    /** Body of POST /datasets/ID/access/grant. */
    record Granted(@Nullable List<String> groups, @Nullable List<String> users,
            @Nullable String until) {}

    /** Body of POST /datasets/ID/access/revoke. */
    record Revoked(@Nullable List<String> groups, @Nullable List<String> users) {}

    /** Body of POST /datasets/ID/downloads. */
    record Download(@Nullable String deviceId, @Nullable String folder) {}

    /** Body of POST /datasets/ID/tasks. Forced: even when no verified copy is left then. */
    record NewTask(@Nullable String kind, @Nullable String deviceId, @Nullable String folder,
            @Nullable String uploadLimit, @Nullable String downloadLimit, boolean force) {}

    /** Body of POST /datasets/ID/versions. */
    record NewVersion(@Nullable String deviceId, @Nullable String path,
            @Nullable String changes, @Nullable Boolean nonPrivate) {}

    /** Body of POST /datasets/ID/withdrawal. */
    record Withdrawal(@Nullable String reason) {}

    /** Body of POST /datasets/ID/copies. */
    record Keep(@Nullable Integer copies, @Nullable Integer alwaysOn,
            @Nullable List<String> deviceIds, @Nullable List<String> groupIds) {}

    /** Body of POST /admin/settings. */
    record SiteSettings(@Nullable String name, @Nullable String registration,
            @Nullable Integer auditDays, @Nullable Integer invitationDays) {}

    /** Body of POST /devices/ID/limits; what is left out has no limit. */
    record Limits(@Nullable List<Limit> upload,
            @Nullable List<Limit> download) {}

    /** From when on how much; without a day every day, without bytes no limit. */
    record Limit(@Nullable String day, @Nullable String from, @Nullable Long bytesPerSecond) {}

    /** Body of POST /groups. */
    record NewGroup(@Nullable String name, @Nullable String description,
            @Nullable Boolean open) {}

    /** Body of POST /profile. */
    record NewProfile(@Nullable String fullName, @Nullable String orcid,
            @Nullable String affiliation, @Nullable String mail) {}

    /** Body of POST /subscriptions; {@code id} is a user name for an owner. */
    record NewSubscription(@Nullable String of, @Nullable String id, @Nullable String words,
            @Nullable Map<String, List<String>> facets, @Nullable String deviceId) {}

    /** Body of POST /notices/mail. */
    record Pace(@Nullable String pace) {}

    /** Body of what is done to a group's member, by user name. */
    record Who(@Nullable String user) {}

    /** Body of POST /groups/GROUP/role. */
    record NewRole(@Nullable String user, @Nullable String role) {}

    /** Returns whether a non-private torrent is asked for; 400 where the site is not open to the world. */
    static boolean nonPrivate(@Nullable Boolean asked, boolean open) {
        if (Boolean.TRUE.equals(asked) && !open) {
            throw Refusal.badRequest(
                    "This site is not open to the world, so a torrent has to be private.");
        }
        return Boolean.TRUE.equals(asked);
    }

    static Map<String, @Nullable Object> dataset(Content content) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", content.id());
        json.put("title", content.title());
        json.put("description", content.description());
        json.put("owner", content.ownerName());
        json.put("access", lower(content.access()));
        json.put("state", lower(content.state()));
        json.put("infoHash", content.infoHash().orElse(null));
        json.put("totalLength", content.totalLength());
        json.put("fileCount", content.fileCount());
        json.put("nonPrivate", content.nonPrivate());
        json.put("created", content.created().toString());
        json.put("copies", content.copies());
        return json;
    }

    /** With the ways by which the caller may have it. */
    static Map<String, @Nullable Object> received(SharedWithMe.Item item) {
        Map<String, @Nullable Object> json = dataset(item.content());
        json.put("through", item.rights().stream().map(Shapes::through).toList());
        return json;
    }

    private static Map<String, @Nullable Object> through(Right right) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("by", lower(right.key().road()));
        json.put("who", right.who());
        json.put("ends", right.ends().map(Object::toString).orElse(null));
        return json;
    }

    /** What is left of a data set that was withdrawn; an error too, so that it has the sentence of one. */
    static Map<String, ?> tombstone(Tombstone stone) {
        return Map.of("error", "\"" + stone.title() + "\" was withdrawn by its owner.", "id",
                stone.id(), "title", stone.title(), "owner", stone.ownerName(), "ownerFullName",
                stone.ownerFullName(), "published", stone.published().toString(), "withdrawn",
                stone.withdrawn().toString(), "reason", stone.reason());
    }

    static Map<String, @Nullable Object> task(Task task) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", task.id());
        json.put("kind", lower(task.kind()));
        json.put("state", lower(task.state()));
        json.put("datasetId", task.contentId());
        json.put("title", task.contentTitle());
        json.put("deviceId", task.deviceId());
        json.put("device", task.deviceName());
        json.put("folder", task.folder().orElse(null));
        json.put("paused", task.paused());
        json.put("attempt", task.attempt());
        json.put("notBefore", task.notBefore().map(Object::toString).orElse(null));
        json.put("problem", task.problem().map(Shapes::lower).orElse(null));
        json.put("uploadLimit", task.uploadLimit().orElse(null));
        json.put("downloadLimit", task.downloadLimit().orElse(null));
        json.put("bytesDone", task.bytesDone());
        json.put("bytesTotal", task.bytesTotal());
        json.put("bytesPerSecond", task.bytesPerSecond());
        json.put("peers", task.peers());
        json.put("message", task.message());
        json.put("created", task.created().toString());
        json.put("changed", task.changed().toString());
        return json;
    }

    static Map<String, @Nullable Object> task(Task task, List<BadFile> files) {
        Map<String, @Nullable Object> json = task(task);
        json.put("files", files.stream().map(file -> Map.of("path", file.path(), "state",
                lower(file.state()), "reason", file.reason())).toList());
        return json;
    }

    static Map<String, @Nullable Object> group(Group group) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", group.id());
        json.put("name", group.name());
        json.put("description", group.description());
        json.put("open", group.open());
        json.put("members", group.members());
        json.put("standing", lower(group.standing()));
        return json;
    }

    static Map<String, @Nullable Object> device(Device device) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", device.id());
        json.put("name", device.name());
        json.put("lastSeen", device.lastSeen().map(Object::toString).orElse(null));
        json.put("freeBytes", device.freeBytes());
        json.put("folders", device.folders());
        return json;
    }

    /** The answer to what made something. */
    static Response created(Map<String, ?> json) {
        return Response.status(Response.Status.CREATED).entity(json).build();
    }

    static Map<String, String> profile(Profile profile) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("fullName", profile.fullName());
        json.put("orcid", profile.orcid());
        json.put("affiliation", profile.affiliation());
        json.put("mail", profile.mail());
        return json;
    }

    static Map<String, String> session(SessionInfo stay) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("id", stay.id());
        json.put("origin", stay.origin());
        json.put("agent", stay.agent());
        json.put("created", stay.created().toString());
        json.put("lastUsed", stay.seen().toString());
        return json;
    }

    static Map<String, @Nullable Object> token(ApiToken token) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", token.id());
        json.put("name", token.name());
        json.put("scope", lower(token.scope()));
        json.put("created", token.created().toString());
        json.put("expires", token.expires().toString());
        json.put("lastUsed", token.lastUsed().map(Object::toString).orElse(null));
        return json;
    }

    public static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
