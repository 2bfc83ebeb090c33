package org.gridtorrent.ccm.mail;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.gridtorrent.catalog.Catalog;
import org.gridtorrent.catalog.account.Account;
import org.gridtorrent.catalog.account.Settings.Registration;
import org.gridtorrent.catalog.invitation.InvitationLinks;
import org.gridtorrent.catalog.mail.OutgoingMail;
import org.gridtorrent.catalog.mail.OutgoingMail.Kind;
import org.gridtorrent.ccm.ui.Language;
import org.gridtorrent.ccm.ui.Messages;
import org.gridtorrent.ccm.ui.NoticeText;
import org.gridtorrent.metainfo.address.ServerUri;

/**
 * The words of each mail, made when it is sent: a link's secret is in the mail alone, and the database
 * has its hash. Safe for use by many threads.
 */
final class MailComposer {
    /** The rest is on the page. */
    private static final int MOST_NOTICES = 100;

    private final Catalog catalog;
    private final Messages messages;
    private final NoticeText words;
    private final Supplier<String> siteName;
    private final URI pages;

    MailComposer(Catalog catalog, Messages messages, Supplier<String> siteName, URI pages) {
        this.catalog = catalog;
        this.messages = messages;
        this.words = new NoticeText(messages);
        this.siteName = siteName;
        this.pages = pages;
    }

    /** Empty when what it was to say holds no more. */
    Optional<MailMessage> letter(OutgoingMail mail) {
        return Language.of(mail.language()).orElse(Language.ENGLISH).speak(() -> words(mail));
    }

    private Optional<MailMessage> words(OutgoingMail mail) {
        return switch (mail.kind()) {
            case CONFIRM -> mail.accountId()
                    .flatMap(account -> catalog.identity().mailAddresses()
                            .link(account, mail.address())
                            .map(secret -> letter("mail.confirm", name(account),
                                    "/setup/mail?code=" + secret)));
            case PASSWORD -> mail.accountId().filter(this::isUsable)
                    .map(account -> letter("mail.password", name(account),
                            "/setup?code=" + catalog.identity().passwordLinks().create(account)));
            case MAIL_CHANGED ->
                mail.accountId().map(account -> letter("mail.changed", name(account), "/account"));
            case INVITATION ->
                catalog.people().invitationLinks().letter(mail.id()).map(this::invitation);
            case TEST -> Optional.of(letter("mail.test", "", "/"));
            case FORGOTTEN -> passwordsOf(mail.detail());
            case NOTICES -> mail.accountId().flatMap(_ -> notices(mail));
        };
    }

    /** Of words that somebody typed it has a group's name alone, so it is no good for sending others. */
    private MailMessage invitation(InvitationLinks.Letter invitation) {
        boolean closed = catalog.site().settings().site().registration() == Registration.CLOSED;
        String toGroup = closed ? "mail.invitation.group.closed" : "mail.invitation.group";
        String key = invitation.group().isPresent() ? toGroup : "mail.invitation";
        return new MailMessage(messages.text("mail.invitation.subject", siteName.get()),
                messages.text(key, siteName.get(), invitation.inviter(),
                        ServerUri.below(pages, "/setup/invitation?code=" + invitation.secret()),
                        messages.minute(invitation.expires()), invitation.group().orElse(""))
                        + "\n\n"
                        + messages.text("mail.foot", siteName.get(), ServerUri.below(pages, "/"))
                        + "\n");
    }

    /** A mail of its own for each account, to its own address. */
    private Optional<MailMessage> passwordsOf(String nameOrAddress) {
        catalog.identity().mailAddresses().confirmedOf(nameOrAddress)
                .forEach(account -> catalog.notifications().outbox().add(Kind.PASSWORD, account));
        return Optional.empty();
    }

    /** Those that name what their reader may know of now. */
    private Optional<MailMessage> notices(OutgoingMail mail) {
        List<String> lines = catalog.notifications().notices().inMail(mail.id(), MOST_NOTICES)
                .stream()
                .filter(notice -> !NoticeText.path(notice).isEmpty())
                .map(notice -> "* " + words.of(notice) + "\n  "
                        + ServerUri.below(pages, NoticeText.path(notice)))
                .toList();
        return lines.isEmpty()
                ? Optional.empty()
                : Optional.of(new MailMessage(messages.text("mail.notices.subject", siteName.get()),
                        String.join("\n\n", lines) + "\n\n"
                                + messages.text("mail.notices.more",
                                        ServerUri.below(pages, "/notices"),
                                        ServerUri.below(pages, "/account"))
                                + "\n\n"
                                + messages.text("mail.foot", siteName.get(),
                                        ServerUri.below(pages, "/"))
                                + "\n"));
    }

    private boolean isUsable(String accountId) {
        return catalog.identity().accounts().find(accountId).filter(account -> !account.disabled())
                .isPresent();
    }

    private String name(String accountId) {
        return catalog.identity().accounts().find(accountId).map(Account::name).orElse("");
    }

    /** KEY.subject and KEY.text, with the site's name, the account's name and the link in them. */
    private MailMessage letter(String key, String account, String path) {
        return new MailMessage(messages.text(key + ".subject", siteName.get()),
                messages.text(key + ".text", siteName.get(), account, ServerUri.below(pages, path))
                        + "\n\n"
                        + messages.text("mail.foot", siteName.get(), ServerUri.below(pages, "/"))
                        + "\n");
    }
}
