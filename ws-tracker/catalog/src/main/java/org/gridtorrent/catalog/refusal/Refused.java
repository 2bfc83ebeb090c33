package org.gridtorrent.catalog.refusal;

import java.util.Locale;
import org.gridtorrent.identity.UserName;

/** What is refused. {0} and {1} stand for what is said with it. */
public enum Refused {
    FIELD_MISSING("{0} is missing."),
    FIELD_NOT_ONE_LINE("{0} contains a line break or a bidirectional control character. Remove "
            + "it."),
    FIELD_TOO_LONG("{0} is longer than {1} characters. Shorten it."),
    FIELD_UNREADABLE("{0} contains a control character or an invalid character. Remove it."),
    REVOKED_TOO_MANY("At most {0} rights can be revoked at once."),
    SHARED_WITH_ALL("Everyone on this site has access already."),
    SHARED_WITH_GROUPS("This data set is shared with groups. To share it with people, change "
            + "its access level first."),
    SHARED_WITH_PEOPLE("This data set is shared with people. To share it with groups, change "
            + "its access level first."),
    COPIES_PLACES("Name at most {0} places."),
    COPIES_NUMBER("Enter 1 to {0} copies. The number on always-on machines must not be larger."),
    COPIES_GROUP("Only groups that you belong to can be chosen."),
    LAST_COPY("This is the last verified copy of the data set that was online within "
            + "{0}. Get the data set on another machine first, or use the force option."),
    END_OVER("The end of access must be in the future. To end access immediately, "
            + "revoke it."),
    END_FAR("The end of access must be before the year 10000. Leave it empty for "
            + "access without an end."),
    TOKEN_LIFE("A token is valid for one day to one year."),
    TOKENS_TOO_MANY("You have {0} tokens, which is the limit. Revoke one that is no longer "
            + "needed."),
    TOKEN_NAME_TAKEN("You already have a token named \"{0}\". Choose another name, or revoke "
            + "that token first."),
    ROLE_UNKNOWN("The role must be owner, admin or member."),
    LAST_OWNER("The last owner of a group cannot leave it or change role. Make another "
            + "member an owner first, or delete the group."),
    ORCID_OWN("This is not a valid ORCID iD. It has sixteen digits, such as "
            + "0000-0002-1825-0097."),
    GROUP_NONE("Choose at least one group, or another access level."),
    USER_NONE("Choose at least one user, or another access level."),
    GRANTED_TOO_MANY("At most {0} groups or people can be chosen."),
    GROUP_NOT_OURS("You can share only with groups that you belong to."),
    USER_UNKNOWN("This user does not exist."),
    NOT_PUBLISHED_YET("This data set is not published yet."),
    NOT_PUBLISHED("This data set is not published. Cancel its publishing task instead."),
    PUBLISHING_NOT_FAILED("Only a data set whose publishing failed can be deleted."),
    PUBLISHED_MEANWHILE("This data set has been published in the meantime."),
    MAIL_ADDRESS("Enter a mail address such as name@example.org."),
    GROUP_HAS_OWNER("This group has an active owner, who can appoint others."),
    OWNER_NO_MEMBER("The new owner must be a member of the group whose account is not "
            + "disabled."),
    LAST_ADMINISTRATOR("This is the site's last administrator. Make another user an "
            + "administrator first."),
    FOLDER_IMPOSSIBLE("This is not a valid folder name."),
    MACHINE_ASKED_TOO_MUCH("Too many requests to this machine within a minute. Try again shortly."),
    YEAR("Enter a year with four digits, from {0} on."),
    KEYWORDS_TOO_MANY("Enter at most {0} keywords."),
    CREATORS_TOO_MANY("Enter at most {0} creators."),
    RELATED_TOO_MANY("Enter at most {0} related identifiers."),
    ORCID_OF_CREATOR("\"{0}\" is not a valid ORCID iD. It has sixteen digits, such as "
            + "0000-0002-1825-0097."),
    LICENCE("Choose a licence from the list, or enter an address that begins with "
            + "https://."),
    SEARCH_TOO_LONG("This search is too long for a subscription. Shorten it."),
    SEARCH_OF_ALL("This search has no terms and would find everything. Enter a search term "
            + "or choose a filter."),
    SEARCH_TOO_WIDE("This search finds more than {0} data sets. Narrow it, then subscribe."),
    SUBSCRIPTIONS_TOO_MANY("You have {0} subscriptions, which is the limit. End one first."),
    SITE_NAME("The site's name must be one line of at most {0} characters."),
    AUDIT_DAYS("The audit log can be kept for 1 to {0} days."),
    OWN_BUDDY("You cannot be your own buddy."),
    BUDDY_BLOCKED("You blocked this person. Unblock the person first."),
    OWN_BLOCK("You cannot block yourself."),
    USER_NAME(UserName.RULE),
    USER_NAME_TAKEN("The user name \"{0}\" is taken."),
    PASSWORD("A password must have {0} to {1} characters."),
    PASSWORD_COMMON("This password is very common and easy to guess. Choose another, for "
            + "example several unrelated words."),
    LOGINS_BUSY("Too many people are logging in or registering. Try again in a few "
            + "seconds."),
    GROUP_AMBIGUOUS("You are in several groups named \"{0}\". Use the identifier of the group."),
    GROUP_NAME("A group's name must have 2 to 60 letters, digits, spaces or any of . _ "
            + "- & ' ( ) + : ! @ #, and begin with a letter or digit."),
    GROUP_NAME_TAKEN("A group named \"{0}\" exists already."),
    TASK_NOT_FAILED("This task has not failed and was not cancelled."),
    MACHINE_NOT_YOURS("This is not one of your machines."),
    LIMIT_NONE("Set an upload limit, a download limit, or both."),
    MACHINE_TOO_OLD("The client on this machine has not been online yet, or is too old for this. "
            + "Start it, or update it."),
    KEY_SHAPE("The key must have 1 to 100 printable ASCII characters."),
    KEY_USED("This form was already sent for another folder or another kind of torrent, or "
            + "its data set was withdrawn. To publish something else, open a new form."),
    MACHINE_PUBLISHING("This machine is publishing the data set."),
    MACHINE_GETTING("This machine is already downloading the data set into another folder. "
            + "Cancel that first, or leave the folder empty."),
    QUOTA("A quota must be a whole number, 0 or greater, or empty."),
    QUOTA_DATASETS("Your quota of {0} data sets is used up, including those being prepared. "
            + "Withdraw one that is no longer needed, or ask the administrator for "
            + "more."),
    QUOTA_BYTES("Your quota is {0}, of which only {1} are left. Withdraw data sets that "
            + "are no longer needed, or ask the administrator for more."),
    INVITATION_DAYS("An invitation is valid for 1 to {0} days."),
    INVITED_ADDRESS("\"{0}\" is not a valid mail address. Enter one such as name@example.org."),
    INVITED_AT_ONCE("Enter 1 to {0} mail addresses."),
    INVITATIONS_TOO_MANY(
            "You can send at most {0} invitations by mail per day. Continue tomorrow."),
    INVITED_TOO_OFTEN("{0} was invited several times today. Try again tomorrow."),
    INVITATION_SENT_TODAY("This invitation was sent less than a day ago. Try again later."),
    INVITATION_OVER("This invitation was used or withdrawn, or has expired. Ask for a new "
            + "one."),
    REGISTRATION_CLOSED("Registration is closed, so nobody can be invited by mail."),
    REPLICA_URL("A replica's address must begin with https:// or http:// and a host name, "
            + "and must have no user name, password or fragment (#)."),
    REPLICA_HTTPS("This data set is not open to everyone, so a replica's address must "
            + "begin with https://."),
    REPLICAS_TOO_MANY("A data set has at most {0} replicas. Remove one first."),
    NON_PRIVATE_ACCESS("Only a data set that everyone can access can have a non-private torrent. "
            + "Choose that access level, or a private torrent."),
    NON_PRIVATE_CLIENT("The client on this machine cannot publish a non-private torrent, or has "
            + "not been online since the site was updated. Update and start it, or choose a "
            + "private torrent."),
    NON_PRIVATE_NARROWED("Access to this data set was restricted before it was published, so its "
            + "torrent must be private. Publish it again as a new data set.");

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
