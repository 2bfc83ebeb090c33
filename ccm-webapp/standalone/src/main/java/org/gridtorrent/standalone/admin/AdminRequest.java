package org.gridtorrent.standalone.admin;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/** What an administrator asks of a site. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
@JsonSubTypes({
    @JsonSubTypes.Type(value = AdminRequest.AddUser.class, name = "user-add"),
    @JsonSubTypes.Type(value = AdminRequest.ListUsers.class, name = "user-list"),
    @JsonSubTypes.Type(value = AdminRequest.DisableUser.class, name = "user-disable"),
    @JsonSubTypes.Type(value = AdminRequest.EnableUser.class, name = "user-enable"),
    @JsonSubTypes.Type(value = AdminRequest.ChangePassword.class, name = "user-password"),
    @JsonSubTypes.Type(value = AdminRequest.MakeEnrolmentCode.class, name = "enrol-code"),
    @JsonSubTypes.Type(value = AdminRequest.Backup.class, name = "backup"),
    @JsonSubTypes.Type(value = AdminRequest.Restore.class, name = "restore"),
    @JsonSubTypes.Type(value = AdminRequest.InspectBackup.class, name = "inspect-backup"),
    @JsonSubTypes.Type(value = AdminRequest.Move.class, name = "move"),
    @JsonSubTypes.Type(value = AdminRequest.Check.class, name = "check")})
public sealed interface AdminRequest {

    /** Without a password, a one-time link to set one is made. */
    record AddUser(String name, String fullName, boolean administrator, @Nullable String password)
            implements
                AdminRequest {
        @Override
        public String toString() {
            return "AddUser[" + name + "]"; // without the password
        }
    }

    record ListUsers() implements AdminRequest {}

    record DisableUser(String name) implements AdminRequest {}

    record EnableUser(String name) implements AdminRequest {}

    /** Without a password, a one-time link to set one is made. */
    record ChangePassword(String name, @Nullable String password) implements AdminRequest {
        @Override
        public String toString() {
            return "ChangePassword[" + name + "]"; // without the password
        }
    }

    record MakeEnrolmentCode(String user) implements AdminRequest {}

    /** The file's path is absolute: server and command may stand in different folders. */
    record Backup(String file) implements AdminRequest {}

    record Restore(String file) implements AdminRequest {}

    /** Needs no site. */
    record InspectBackup(String file) implements AdminRequest {}

    /** To this database, as {@code DatabaseAccess} has it. */
    record Move(String url, @Nullable String user, @Nullable String passwordFile)
            implements
                AdminRequest {}

    record Check() implements AdminRequest {}
}
