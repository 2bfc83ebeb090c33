package org.gridtorrent.catalog.refusal;

import java.util.Locale;
import org.gridtorrent.identity.UserName;

/** What is refused. {0} and {1} stand for what is said with it. */
public enum Refused {
    FIELD_MISSING("{0} is missing."),
    FIELD_NOT_ONE_LINE("{0} has a line break or a mark in it that changes the direction of "
            + "writing; remove it."),
    FIELD_TOO_LONG("{0} is longer than {1} letters; shorten it."),
    FIELD_UNREADABLE("{0} has a control letter, or one that is none, in it; remove it."),
    REVOKED_TOO_MANY("At most {0} rights can be revoked at once."),
    SHARED_WITH_ALL("Everybody on the site may have it already."),
    SHARED_WITH_GROUPS("It is shared with groups; say who may have it anew to share it with "
            + "people."),
    SHARED_WITH_PEOPLE("It is shared with people; say who may have it anew to share it with "
            + "groups."),
    COPIES_PLACES("Name at most {0} places."),
    COPIES_NUMBER("Keep 1 to {0} copies, and no more of them on machines that are always "
            + "on."),
    COPIES_GROUP("You can name groups that you are a member of only."),
    LAST_COPY("This is the last verified copy of the data set: no other machine "
            + "heard of within {0}, of a user who may have it, has one. Get it on "
            + "another machine first, or force it."),
    END_OVER("An end has to be in the future. To end a right at once, take it away."),
    END_FAR("An end has to be before the year 10000. Leave it away for a right without an end."),
    TOKEN_LIFE("A token holds for a day to a year."),
    TOKENS_TOO_MANY("You have {0} tokens: revoke those that nothing needs any more."),
    TOKEN_NAME_TAKEN("You already have a token named \"{0}\". Choose another name, or revoke "
            + "that token first."),
    ROLE_UNKNOWN("A role is owner, admin or member."),
    LAST_OWNER("The group's last owner cannot leave it or be less: make another "
            + "member an owner first, or delete the group."),
    ORCID_OWN("An ORCID iD has sixteen digits, such as 0000-0002-1825-0097; these do "
            + "not fit together."),
    GROUP_NONE("Choose at least one group, or another access level."),
    USER_NONE("Name at least one user, or choose another access level."),
    GRANTED_TOO_MANY("At most {0} can be named."),
    GROUP_NOT_OURS("You can share with groups that you are a member of only."),
    USER_UNKNOWN("There is no such user to share with."),
    NOT_PUBLISHED_YET("This data set is not published yet."),
    NOT_PUBLISHED("This data set is not published; cancel what is to publish it instead."),
    PUBLISHING_NOT_FAILED("Only a data set whose publishing failed can be deleted."),
    PUBLISHED_MEANWHILE("This data set was published meanwhile."),
    MAIL_ADDRESS("A mail address looks like name@example.org."),
    GROUP_HAS_OWNER("This group has an owner, who can make others owners."),
    OWNER_NO_MEMBER("Only a member of the group can become its owner, and only one whose "
            + "account is not disabled."),
    LAST_ADMINISTRATOR("This is the site's last administrator: make another account an "
            + "administrator first."),
    FOLDER_IMPOSSIBLE("No folder has such a name."),
    MACHINE_ASKED_TOO_MUCH("This machine was asked too much within a minute. Try again soon."),
    YEAR("The year of publication has four digits, from {0} on."),
    KEYWORDS_TOO_MANY("At most {0} keywords can be named."),
    CREATORS_TOO_MANY("At most {0} creators can be named."),
    RELATED_TOO_MANY("At most {0} related identifiers can be named."),
    ORCID_OF_CREATOR("\"{0}\" is no ORCID iD: it has sixteen digits, such as "
            + "0000-0002-1825-0097."),
    LICENCE("The licence is one of the list, or the address of another, which "
            + "begins with https://."),
    SEARCH_TOO_LONG("This search is too long to subscribe to; shorten it."),
    SEARCH_OF_ALL("This search finds everything; say what to look for."),
    SEARCH_TOO_WIDE("This search finds more than {0} data sets; narrow it, then subscribe."),
    SUBSCRIPTIONS_TOO_MANY("You have {0} subscriptions, which is as many as there may be; end one "
            + "first."),
    SITE_NAME("A site's name has at most {0} letters, on one line."),
    AUDIT_DAYS("The audit log keeps entries for 1 to {0} days."),
    OWN_BUDDY("Nobody is their own buddy."),
    BUDDY_BLOCKED("You blocked this person; end that first."),
    OWN_BLOCK("Nobody can block themselves."),
    USER_NAME(UserName.RULE),
    USER_NAME_TAKEN("The user name \"{0}\" is taken."),
    PASSWORD("A password has {0} to {1} letters."),
    PASSWORD_COMMON(
            "This password is one of those that are tried first. Choose another, such as a few "
                    + "words that do not belong together."),
    LOGINS_BUSY("Too many people log in or register just now. Try again in a few "
            + "seconds."),
    GROUP_AMBIGUOUS("You are in several groups named \"{0}\": name the one you mean by its "
            + "identifier."),
    GROUP_NAME("A group's name has 2 to 60 letters, digits, blanks and any of . _ - & ' ( ) + "
            + ": ! @ #, and begins with a letter or digit."),
    GROUP_NAME_TAKEN("A group named \"{0}\" exists already."),
    TASK_NOT_FAILED("This task has neither failed nor was it cancelled."),
    MACHINE_NOT_YOURS("This is not one of your machines."),
    LIMIT_NONE("Say which limit to set: upload, download, or both."),
    MACHINE_TOO_OLD("The program on this machine is too old for that; bring it up to date."),
    KEY_SHAPE("A key has 1 to 100 visible ASCII letters."),
    KEY_USED("This was asked for already, for another folder, or was withdrawn since. To "
            + "publish something else, begin anew."),
    MACHINE_PUBLISHING("This machine is just publishing it."),
    MACHINE_GETTING(
            "This machine is getting it already, into another folder. Cancel that first, or "
                    + "name no folder."),
    QUOTA("A quota is a whole number, from 0 on, or none."),
    QUOTA_DATASETS(
            "Your quota of data sets is {0}, with those that are being prepared, and it is used "
                    + "up. Withdraw one that is no longer needed, or ask the administrator for more."),
    QUOTA_BYTES("You may have {0} published, of which {1} are left, too little for this. Withdraw "
            + "what is no longer needed, or ask the administrator for more."),
    INVITATION_DAYS("An invitation is good for 1 to {0} days."),
    INVITED_ADDRESS("\"{0}\" is no mail address, which looks like name@example.org."),
    INVITED_AT_ONCE("Name 1 to {0} mail addresses."),
    INVITATIONS_TOO_MANY("At most {0} invitations by mail can be made by one person within a day. "
            + "Go on tomorrow."),
    INVITED_TOO_OFTEN("{0} was invited several times within a day. Try again tomorrow."),
    INVITATION_SENT_TODAY("This invitation was sent less than a day ago. Send it again later."),
    INVITATION_OVER("This invitation was used, withdrawn or is too old. Ask for a new one."),
    REGISTRATION_CLOSED("Nobody can make an account on this site now, so nobody can be invited by "
            + "mail either."),
    REPLICA_URL(
            "The address of a replica begins with https:// or http:// and a host, and has neither "
                    + "user name, password nor fragment (#)."),
    REPLICA_HTTPS("Not everybody may have this data set, so a replica's address has to begin with "
            + "https://."),
    REPLICAS_TOO_MANY("A data set has at most {0} replicas. Remove one first.");

    private final String english;

    Refused(String english) {
        this.english = english;
    }

    public String english() {
        return english;
    }

    /** Of the message that says it in another language. */
    public String key() {
        return "refused." + name().toLowerCase(Locale.ROOT);
    }
}
