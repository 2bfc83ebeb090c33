package org.gridtorrent.identity;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** Key pairs on the curve P-256, made where they are used, and the PKCS#10 requests for them. */
public final class DeviceKeys {
    static final String SIGNATURE = "SHA256withECDSA";
    private static final String CURVE = "secp256r1";
    private static final int LONGEST_REQUEST = 8192;
    private static final ECParameterSpec P256 = ((ECPublicKey) generate().getPublic())
            .getParams();

    private DeviceKeys() {}

    public static KeyPair generate() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform lacks P-256", e);
        }
    }

    /** A DER request that proves possession of the key; the authority chooses the name itself. */
    public static byte[] certificateRequest(KeyPair keys) {
        try {
            var signer = new JcaContentSignerBuilder(SIGNATURE).build(keys.getPrivate());
            return new JcaPKCS10CertificationRequestBuilder(
                    new X500Name("CN=device"), keys.getPublic()).build(signer).getEncoded();
        } catch (OperatorCreationException | IOException e) {
            throw new IllegalArgumentException("the key cannot sign a request", e);
        }
    }

    /** The key of a DER request, after its shape, its signature and its curve were checked. */
    static PublicKey requestedKey(byte[] request) throws IdentityException {
        if (request.length > LONGEST_REQUEST) {
            throw new IdentityException("the certificate request is too long");
        }
        try {
            var parsed = new PKCS10CertificationRequest(request);
            PublicKey key = p256(parsed.getSubjectPublicKeyInfo().getEncoded());
            var verifier = new JcaContentVerifierProviderBuilder().build(key);
            if (!parsed.isSignatureValid(verifier)) {
                throw new IdentityException("the certificate request's signature is wrong");
            }
            return key;
        } catch (IOException | PKCSException | OperatorCreationException
                | GeneralSecurityException | RuntimeException e) {
            // The parser meets hostile bytes, and answers some with unchecked exceptions.
            throw new IdentityException("this is not a certificate request", e);
        }
    }

    private static PublicKey p256(byte[] encoded)
            throws GeneralSecurityException, IdentityException {
        var key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(encoded));
        var params = ((ECPublicKey) key).getParams();
        if (!params.getOrder().equals(P256.getOrder())
                || !params.getCurve().equals(P256.getCurve())) {
            throw new IdentityException("the key is not on the curve P-256");
        }
        return key;
    }
}
